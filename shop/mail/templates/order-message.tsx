import { t } from "#messages/translate.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { OrderMessageMail, ShopDetails } from "../mail.ts";
import { Button, MailLayout, muted, text } from "./layout.tsx";
import { orderLink } from "./parts.tsx";

/** Returns the subject after the shop's name, and what the mail says. */
function orderMessageTexts({ orderId: order, asks }: OrderMessageMail) {
  return asks
    ? {
        subject: t("mail.questionSubject", { order }),
        heading: t("mail.questionHeading", { order }),
        line: t("mail.questionBody"),
        action: t("mail.questionAction"),
      }
    : {
        subject: t("mail.messageSubject", { order }),
        heading: t("mail.messageHeading", { order }),
        line: t("mail.messageBody"),
        action: t("mail.messageAction"),
      };
}

/** Renders the mail about a message of the shop: a link, and nothing of its text. */
function OrderMessage({ message, shop }: { message: OrderMessageMail; shop: ShopDetails }) {
  const { heading, line, action } = orderMessageTexts(message);
  return (
    <MailLayout preview={line} heading={heading} shop={shop}>
      <p style={text}>{line}</p>
      <Button href={orderLink(shop, message)}>{action}</Button>
      <p className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        {t("mail.answerThere")}
      </p>
    </MailLayout>
  );
}

export const orderMessage: MailTemplate<OrderMessageMail> = {
  adminLabel: "Message about an order",
  resendable: true,
  subject: (mail) => orderMessageTexts(mail).subject,
  Body: OrderMessage,
  example: { template: "order-message", orderId: "7KQ2M9X", trackingKey: "key", asks: true },
};
