import { goodsForText } from "../../catalog/goods.ts";
import type { OrderWithdrawalMail, ShopDetails } from "../mail.ts";
import { Button, MailLayout, text } from "./layout.tsx";
import { Facts, orderLink, utcText } from "./parts.tsx";

/** Renders the confirmation that a withdrawal was received: its content, and when (Article 11a of Directive 2011/83/EU). */
export function OrderWithdrawal({
  message,
  shop,
}: {
  message: OrderWithdrawalMail;
  shop: ShopDetails;
}) {
  const { orderId, name, placedAt, receivedAt } = message;
  return (
    <MailLayout
      preview={`Received on ${utcText(receivedAt)}`}
      heading={`Your withdrawal from order ${orderId}`}
      shop={shop}
    >
      <p style={text}>
        We received your withdrawal from this contract on {utcText(receivedAt)}. You hear from us
        about the refund.
      </p>
      <Facts
        rows={[
          ["Name", name],
          ["Order", `${orderId} of ${utcText(placedAt)}`],
          ["What", goodsForText(message)],
          ["Received", utcText(receivedAt)],
        ]}
      />
      <Button href={orderLink(shop.appUrl, message)}>Show this order</Button>
    </MailLayout>
  );
}
