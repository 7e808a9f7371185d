import { formatBtc, formatUsd } from "#lib/money.ts";
import { goodsForText, kindOf, type PackageKind } from "../../catalog/goods.ts";
import type { ShopDetails, OrderPlacedMail } from "../mail.ts";
import { Button, MailLayout, muted, text } from "./layout.tsx";
import { ConsentRepeated } from "./order-consent.tsx";
import { paymentText } from "./order-payment.tsx";
import { orderLink, AmountDue, AmountDueByMethod } from "./parts.tsx";

/** What follows a payment, as a part of a sentence. */
const follows: Record<PackageKind, string> = {
  coins: "the coins follow",
  credit: "the credit is added to your account",
  gift_code: "the gift code is sent",
};

/** Says what was received already, and when the coins come. */
function seenText(message: OrderPlacedMail, shop: ShopDetails): string {
  const { seen, payment, totalCents, kind } = message;
  const delivery = kind ? null : shop.delivery;
  const what = follows[kindOf(message)];
  if (totalCents === 0)
    return ["There is nothing to pay.", delivery?.paid].filter(Boolean).join(" ");
  if (seen?.status === "partial")
    return `Part of your payment has arrived: ${formatBtc(seen.receivedSats)} BTC. Please send the rest, and the order continues.`;
  if (seen) return paymentText({ ...seen, status: seen.status, ...(kind && { kind }) }, delivery);
  if (payment)
    return (
      delivery?.unpaid ??
      `${what.charAt(0).toUpperCase()}${what.slice(1)} once your payment is confirmed.`
    );
  return `Your payment has been seen. There is nothing more to do: ${what} once it is confirmed.`;
}

/** Says what coupon and credit took off the price; empty without either. */
function reductionText({ coupon, creditCents = 0 }: OrderPlacedMail): string {
  const byCoupon = coupon && `The code ${coupon.code} took ${formatUsd(coupon.cents)} off.`;
  const byCredit = creditCents > 0 && `${formatUsd(creditCents)} was paid from your credit.`;
  return [byCoupon, byCredit].map((text) => (text ? ` ${text}` : "")).join("");
}

/** Renders the order confirmation: the order, the amount due, and a link to its page. */
export function OrderPlaced({ message, shop }: { message: OrderPlacedMail; shop: ShopDetails }) {
  const { orderId, totalCents, payment } = message;
  return (
    <MailLayout
      preview={`${goodsForText(message)}, ${formatUsd(totalCents)}`}
      heading={`Order ${orderId} is placed`}
      shop={shop}
    >
      <p style={text}>
        {goodsForText(message)}, {formatUsd(totalCents)} in total.
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
