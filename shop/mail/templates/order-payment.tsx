import { formatCount, formatUsd } from "#lib/money.ts";
import type { ShopDetails, OrderPaymentMail } from "../mail.ts";
import { Button, MailLayout, text } from "./layout.tsx";
import { Facts, orderLink, receivedRows } from "./parts.tsx";

const words: Record<OrderPaymentMail["status"], { subject: string; body: string }> = {
  detected: {
    subject: "payment seen",
    body: "Your payment is on its way: the network has seen it and will confirm it soon. There is nothing more to do.",
  },
  paid: {
    subject: "payment confirmed",
    body: "Your payment is confirmed. We send the coins next and will write again once they are in the account.",
  },
  overpaid: {
    subject: "payment confirmed",
    body: "Your payment is confirmed, and it was more than the amount due. We send the coins next, and will get in touch about the difference.",
  },
  review: {
    subject: "your payment is in review",
    body: "We are reviewing it and will decide how to continue. Nothing is lost, and you do not need to send anything.",
  },
};

const reasons: Record<string, string> = {
  underpaid: "Less than the amount due arrived, and the price lock has ended.",
  late: "Your payment arrived well after the price lock had ended.",
  again: "More money arrived after your payment had been sent back.",
};

const otherMethodReasons: Record<string, string> = {
  underpaid: "Less than the price has arrived.",
  currency: "Your payment has arrived in another currency than the price.",
};

/** Returns the subject without the shop's name. */
export function orderPaymentSubject({ orderId, status }: OrderPaymentMail): string {
  return `order ${orderId}: ${words[status].subject}`;
}

/** Says what became of a payment, and why. */
export function paymentText(
  { status, reason, otherwise }: Pick<OrderPaymentMail, "status" | "reason" | "otherwise">,
  delivery: ShopDetails["delivery"],
): string {
  const known = otherwise ? otherMethodReasons : reasons;
  const isPaid = status === "paid" || status === "overpaid";
  return [reason && known[reason], words[status].body, isPaid && delivery?.paid]
    .filter(Boolean)
    .join(" ");
}

/** Renders the mail about a payment that was detected or confirmed, or needs a review. */
export function OrderPayment({ message, shop }: { message: OrderPaymentMail; shop: ShopDetails }) {
  const { status, orderId, coins, tiktokUsername, totalCents } = message;
  const { subject, body } = words[status];
  return (
    <MailLayout
      preview={body}
      heading={`${subject.charAt(0).toUpperCase()}${subject.slice(1)}`}
      shop={shop}
    >
      <p style={text}>
        Order {orderId}: {formatCount(coins)} coins for @{tiktokUsername}, {formatUsd(totalCents)}.
      </p>
      <p style={text}>{paymentText(message, shop.delivery)}</p>
      <Facts rows={receivedRows(message)} />
      <Button href={orderLink(shop.appUrl, message)}>Follow this order</Button>
    </MailLayout>
  );
}
