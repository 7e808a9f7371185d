import { formatBtc, formatCount, formatUsd } from "#lib/money.ts";
import type { ShopDetails, OrderPlacedMail } from "../mail.ts";
import { Button, MailLayout, muted, text } from "./layout.tsx";
import { ConsentRepeated } from "./order-consent.tsx";
import { paymentText } from "./order-payment.tsx";
import { orderLink, AmountDue, AmountDueByMethod } from "./parts.tsx";

/** Says what was received already, and when the coins come. */
function seenText(
  { seen, payment, totalCents }: OrderPlacedMail,
  { delivery }: ShopDetails,
): string {
  if (totalCents === 0)
    return ["There is nothing to pay.", delivery?.paid].filter(Boolean).join(" ");
  if (seen?.status === "partial")
    return `Part of your payment has arrived: ${formatBtc(seen.receivedSats)} BTC. Please send the rest, and the order continues.`;
  if (seen) return paymentText({ ...seen, status: seen.status }, delivery);
  if (payment) return delivery?.unpaid ?? "The coins follow once your payment is confirmed.";
  return "Your payment has been seen. There is nothing more to do: the coins follow once it is confirmed.";
}

/** Says what coupon and credit took off the price; empty without either. */
function reductionText({ coupon, creditCents = 0 }: OrderPlacedMail): string {
  const byCoupon = coupon && `The code ${coupon.code} took ${formatUsd(coupon.cents)} off.`;
  const byCredit = creditCents > 0 && `${formatUsd(creditCents)} was paid from your credit.`;
  return [byCoupon, byCredit].map((text) => (text ? ` ${text}` : "")).join("");
}

/** Renders the order confirmation: the order, the amount due, and a link to its page. */
export function OrderPlaced({ message, shop }: { message: OrderPlacedMail; shop: ShopDetails }) {
  const { orderId, coins, tiktokUsername, totalCents, payment } = message;
  return (
    <MailLayout
      preview={`${formatCount(coins)} coins for @${tiktokUsername}, ${formatUsd(totalCents)}`}
      heading={`Order ${orderId} is placed`}
      shop={shop}
    >
      <p style={text}>
        {formatCount(coins)} coins for @{tiktokUsername}, {formatUsd(totalCents)} in total.
        {reductionText(message)}
      </p>
      <p style={text}>{seenText(message, shop)}</p>
      {message.consent && <ConsentRepeated consent={message.consent} />}
      {payment && "method" in payment ? (
        <AmountDueByMethod due={payment} />
      ) : (
        payment && (
          <AmountDue payment={payment} remark="After that, the order’s page offers a new one." />
        )
      )}
      <Button href={orderLink(shop.appUrl, message)}>Follow this order</Button>
      <p className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        Or open Track Order in the shop, and enter the order ID {orderId} and this email address.
      </p>
    </MailLayout>
  );
}
