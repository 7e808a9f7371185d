import { money } from "#messages/format.ts";
import { type MessageKey, rich, t } from "#messages/translate.ts";
import { kindOf, type PackageKind } from "../../catalog/goods.ts";
import { reasonText } from "../../orders/status-reason.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { ShopDetails, OrderEndedMail } from "../mail.ts";
import { goodsForWhom } from "./goods.ts";
import { Button, linkTo, MailLayout, text } from "./layout.tsx";
import { orderExample } from "./examples.ts";
import { buyAgainLink, orderLink } from "./parts.tsx";

const bodies = {
  "order-completed": {
    coins: "mail.completedCoins",
    credit: "mail.completedCredit",
    gift_code: "mail.completedGiftCode",
  },
  "order-failed": {
    coins: "mail.rejectedCoins",
    credit: "mail.rejectedCredit",
    gift_code: "mail.rejectedGiftCode",
  },
} as const satisfies Record<OrderEndedMail["template"], Record<PackageKind, MessageKey>>;

/** Renders the mail about a completed or rejected order. */
function OrderEnded({ message, shop }: { message: OrderEndedMail; shop: ShopDetails }) {
  const { template, orderId: order, totalCents, reason } = message;
  const kind = kindOf(message);
  const goods = goodsForWhom(message);
  const isCompleted = template === "order-completed";
  return (
    <MailLayout
      preview={goods}
      heading={
        isCompleted ? t("mail.completedHeading", { order }) : t("mail.rejectedHeading", { order })
      }
      shop={shop}
    >
      <p style={text}>
        {t("mail.endedOf", { goods, price: money(totalCents) })} {t(bodies[template][kind])}
      </p>
      {reason && <p style={text}>{t("mail.reason", { reason: reasonText(reason) })}</p>}
      {!isCompleted && <p style={text}>{t("mail.nothingLost")}</p>}
      <Button href={orderLink(shop, message)}>{t("mail.showOrder")}</Button>
      {isCompleted && kind === "coins" && (
        <p style={{ ...text, margin: "20px 0 0" }}>
          {rich("mail.buyAgain", {
            link: linkTo(buyAgainLink(shop, message)),
          })}
        </p>
      )}
    </MailLayout>
  );
}

export const orderCompleted: MailTemplate<OrderEndedMail> = {
  adminLabel: "Order completed",
  resendable: true,
  subject: ({ orderId: order }) => t("mail.completedSubject", { order }),
  Body: OrderEnded,
  example: { template: "order-completed", ...orderExample, totalCents: 1499, reason: null },
};

export const orderFailed: MailTemplate<OrderEndedMail> = {
  adminLabel: "Order rejected",
  resendable: true,
  subject: ({ orderId: order }) => t("mail.rejectedSubject", { order }),
  Body: OrderEnded,
  example: { template: "order-failed", ...orderExample, totalCents: 1499, reason: "not paid" },
};
