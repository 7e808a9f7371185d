import { money } from "#messages/format.ts";
import { type MessageKey, t } from "#messages/translate.ts";
import { kindOf, type PackageKind } from "../../catalog/goods.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { ShopDetails, OrderPaymentMail } from "../mail.ts";
import { goodsForWhom } from "./goods.ts";
import { Button, MailLayout, text } from "./layout.tsx";
import { orderExample, paidExample } from "./examples.ts";
import { Facts, orderLink, receivedRows } from "./parts.tsx";

type Status = OrderPaymentMail["status"];

const subjects = {
  detected: "mail.detectedSubject",
  paid: "mail.paidSubject",
  overpaid: "mail.paidSubject",
  review: "mail.reviewSubject",
} as const satisfies Record<Status, MessageKey>;

const headings = {
  detected: "mail.detectedHeading",
  paid: "mail.paidHeading",
  overpaid: "mail.paidHeading",
  review: "mail.reviewHeading",
} as const satisfies Record<Status, MessageKey>;

const bodies = {
  detected: "mail.detectedBody",
  paid: "mail.paidBody",
  overpaid: "mail.overpaidBody",
  review: "mail.reviewBody",
} as const satisfies Record<Status, MessageKey>;

/** What comes after a confirmed payment. */
const next = {
  paid: {
    coins: "mail.paidCoins",
    credit: "mail.paidCredit",
    gift_code: "mail.paidGiftCode",
  },
  overpaid: {
    coins: "mail.overpaidCoins",
    credit: "mail.overpaidCredit",
    gift_code: "mail.overpaidGiftCode",
  },
} as const satisfies Record<"paid" | "overpaid", Record<PackageKind, MessageKey>>;

/** Returns why a payment is in review; null where no sentence says it. */
function reasonText(reason: string | null, otherwise: boolean): string | null {
  if (otherwise) {
    if (reason === "underpaid") return t("mail.underpaidOtherwise");
    return reason === "currency" ? t("mail.otherCurrency") : null;
  }
  if (reason === "underpaid") return t("mail.underpaid");
  if (reason === "late") return t("mail.late");
  return reason === "again" ? t("mail.again") : null;
}

/** Says what became of a payment, and why. */
export function paymentText(
  {
    status,
    reason,
    otherwise,
    kind,
  }: Pick<OrderPaymentMail, "status" | "reason" | "otherwise" | "kind">,
  delivery: ShopDetails["delivery"],
): string {
  const isPaid = status === "paid" || status === "overpaid";
  const after = isPaid ? [t(next[status][kindOf({ kind })]), !kind && delivery?.paid] : [];
  const why = reasonText(reason, otherwise !== undefined);
  return [why, t(bodies[status]), ...after].filter(Boolean).join(" ");
}

/** Renders the mail about a payment that was detected or confirmed, or needs a review. */
function OrderPayment({ message, shop }: { message: OrderPaymentMail; shop: ShopDetails }) {
  const { status, orderId: order, totalCents } = message;
  const goods = goodsForWhom(message);
  return (
    <MailLayout
      preview={paymentText({ ...message, reason: null }, null)}
      heading={t(headings[status])}
      shop={shop}
    >
      <p style={text}>{t("mail.paymentOf", { order, goods, price: money(totalCents) })}</p>
      <p style={text}>{paymentText(message, shop.delivery)}</p>
      <Facts rows={receivedRows(message)} />
      <Button href={orderLink(shop, message)}>{t("mail.followOrder")}</Button>
    </MailLayout>
  );
}

export const orderPayment: MailTemplate<OrderPaymentMail> = {
  adminLabel: "Payment of an order",
  resendable: true,
  subject: ({ orderId: order, status }) => t(subjects[status], { order }),
  Body: OrderPayment,
  example: {
    template: "order-payment",
    ...orderExample,
    ...paidExample,
    status: "paid",
    reason: null,
  },
};
