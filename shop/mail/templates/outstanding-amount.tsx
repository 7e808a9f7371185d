import { formatBtc } from "#lib/money.ts";
import { goodsForText } from "../../catalog/goods.ts";
import type { ShopDetails, OutstandingAmountMail } from "../mail.ts";
import { Button, MailLayout, text } from "./layout.tsx";
import { orderLink, AmountDue } from "./parts.tsx";

/** Renders the mail that requests the outstanding amount of an underpaid order. */
export function OutstandingAmount({
  message,
  shop,
}: {
  message: OutstandingAmountMail;
  shop: ShopDetails;
}) {
  const { orderId, receivedSats, payment } = message;
  return (
    <MailLayout
      preview={`${formatBtc(payment.sats)} BTC are still to be sent for order ${orderId}`}
      heading="Part of the payment is missing"
      shop={shop}
    >
      <p style={text}>
        {formatBtc(receivedSats)} BTC has arrived for order {orderId}, {goodsForText(message)}. The
        order continues once the rest is there.
      </p>
      <AmountDue
        payment={payment}
        remark={`If you would rather have a refund, write to ${shop.supportEmail}.`}
      />
      <Button href={orderLink(shop.appUrl, message)}>See the rest to pay</Button>
    </MailLayout>
  );
}
