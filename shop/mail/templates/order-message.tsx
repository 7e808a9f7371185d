import type { OrderMessageMail, ShopDetails } from "../mail.ts";
import { Button, MailLayout, muted, text } from "./layout.tsx";
import { orderLink } from "./parts.tsx";

/** Returns the subject after the shop's name, and what the mail says. */
export function orderMessageTexts({ orderId, asks }: OrderMessageMail) {
  return asks
    ? {
        subject: `a question about order ${orderId}`,
        line: "We have a question about your order, and continue with it once you have answered.",
        action: "Read and answer",
      }
    : {
        subject: `a message about order ${orderId}`,
        line: "We have written to you about your order.",
        action: "Read the message",
      };
}

/** Renders the mail about a message of the shop: a link, and nothing of its text. */
export function OrderMessage({ message, shop }: { message: OrderMessageMail; shop: ShopDetails }) {
  const { subject, line, action } = orderMessageTexts(message);
  return (
    <MailLayout
      preview={line}
      heading={subject.charAt(0).toUpperCase() + subject.slice(1)}
      shop={shop}
    >
      <p style={text}>{line}</p>
      <Button href={orderLink(shop.appUrl, message)}>{action}</Button>
      <p className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        Please answer on that page: replies to this email do not appear there.
      </p>
    </MailLayout>
  );
}
