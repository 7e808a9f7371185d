import { t } from "#messages/translate.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { OrderWithdrawalMail, ShopDetails } from "../mail.ts";
import { goodsForWhom } from "./goods.ts";
import { Button, MailLayout, text } from "./layout.tsx";
import { StopPart } from "./order-act.tsx";
import { orderExample, TIME_EXAMPLE } from "./examples.ts";
import { Facts, orderLink, utcText } from "./parts.tsx";

/** Renders the confirmation that a withdrawal was received: its content, and when (Article 11a of Directive 2011/83/EU). */
function OrderWithdrawal({ message, shop }: { message: OrderWithdrawalMail; shop: ShopDetails }) {
  const { orderId: order, name, placedAt } = message;
  const time = utcText(message.receivedAt);
  return (
    <MailLayout
      preview={t("mail.withdrawalPreview", { time })}
      heading={t("mail.withdrawalHeading", { order })}
      shop={shop}
    >
      <p style={text}>{t("mail.withdrawalBody", { time })}</p>
      <Facts
        rows={[
          [t("mail.name"), name],
          [t("mail.order"), t("mail.orderOf", { order, time: utcText(placedAt) })],
          [t("mail.what"), goodsForWhom(message)],
          [t("mail.received"), time],
        ]}
      />
      <Button href={orderLink(shop, message)}>{t("mail.showOrder")}</Button>
      <StopPart message={message} shop={shop} />
    </MailLayout>
  );
}

export const orderWithdrawal: MailTemplate<OrderWithdrawalMail> = {
  adminLabel: "Withdrawal received",
  resendable: true,
  subject: ({ orderId: order }) => t("mail.withdrawalSubject", { order }),
  Body: OrderWithdrawal,
  example: {
    template: "order-withdrawal",
    ...orderExample,
    name: "Mira Holt",
    placedAt: TIME_EXAMPLE,
    receivedAt: "2026-11-21T09:30:00Z",
  },
};
