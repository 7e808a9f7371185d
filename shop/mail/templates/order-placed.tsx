import { approximately, money } from "#messages/format.ts";
import { type MessageKey, t } from "#messages/translate.ts";
import { kindOf, type PackageKind } from "../../catalog/goods.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { ShopDetails, OrderPlacedMail } from "../mail.ts";
import { goodsForWhom } from "./goods.ts";
import { Button, MailLayout, muted, text } from "./layout.tsx";
import { ConsentRepeated } from "./order-consent.tsx";
import { paymentText } from "./order-payment.tsx";
import { dueExample, orderExample } from "./examples.ts";
import { orderLink, AmountDue, AmountDueByMethod, btc } from "./parts.tsx";

/** What follows a payment that was not seen yet, and one that was seen. */
const unpaid = {
  coins: "mail.unpaidCoins",
  credit: "mail.unpaidCredit",
  gift_code: "mail.unpaidGiftCode",
} as const satisfies Record<PackageKind, MessageKey>;
const paid = {
  coins: "mail.seenCoins",
  credit: "mail.seenCredit",
  gift_code: "mail.seenGiftCode",
} as const satisfies Record<PackageKind, MessageKey>;

/** Says what was received already, and when the coins come. */
function seenText(message: OrderPlacedMail, shop: ShopDetails): string {
  const { seen, payment, totalCents, kind } = message;
  const delivery = kind ? null : shop.delivery;
  if (totalCents === 0) return [t("mail.nothingToPay"), delivery?.paid].filter(Boolean).join(" ");
  if (seen?.status === "partial") return t("mail.partArrived", { amount: btc(seen.receivedSats) });
  if (seen) return paymentText({ ...seen, status: seen.status, ...(kind && { kind }) }, delivery);
  if (payment) return delivery?.unpaid ?? t(unpaid[kindOf(message)]);
  return t(paid[kindOf(message)]);
}

/** Says what is to be paid, and what coupon and credit took off the price. */
function totalText({
  totalCents,
  shownIn,
  coupon,
  creditCents = 0,
  ...order
}: OrderPlacedMail): string {
  const total = t("mail.placedTotal", { goods: goodsForWhom(order), price: money(totalCents) });
  const byCoupon = coupon && t("mail.byCoupon", { code: coupon.code, amount: money(coupon.cents) });
  const byCredit = creditCents > 0 && t("mail.byCredit", { amount: money(creditCents) });
  const amount = shownIn && approximately(totalCents, shownIn);
  const shown = amount && t("mail.placedShown", { amount });
  return [total, shown, byCoupon, byCredit].filter(Boolean).join(" ");
}

/** Renders the order confirmation: the order, the amount due, and a link to its page. */
function OrderPlaced({ message, shop }: { message: OrderPlacedMail; shop: ShopDetails }) {
  const { orderId: order, totalCents, payment } = message;
  const goods = goodsForWhom(message);
  return (
    <MailLayout
      preview={t("mail.placedPreview", { goods, price: money(totalCents) })}
      heading={t("mail.placedHeading", { order })}
      shop={shop}
    >
      <p style={text}>{totalText(message)}</p>
      <p style={text}>{seenText(message, shop)}</p>
      {message.consent && <ConsentRepeated consent={message.consent} />}
      {payment && "method" in payment ? (
        <AmountDueByMethod due={payment} />
      ) : (
        payment && <AmountDue payment={payment} remark={t("mail.newQuoteLater")} />
      )}
      <Button href={orderLink(shop, message)}>{t("mail.followOrder")}</Button>
      <p className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        {t("mail.placedTrack", { order })}
      </p>
    </MailLayout>
  );
}

export const orderPlaced: MailTemplate<OrderPlacedMail> = {
  adminLabel: "Order placed",
  resendable: true,
  subject: ({ orderId: order }) => t("mail.placedSubject", { order }),
  Body: OrderPlaced,
  example: { template: "order-placed", ...orderExample, totalCents: 1499, payment: dueExample },
};
