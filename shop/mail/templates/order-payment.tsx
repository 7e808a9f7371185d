import { formatUsd } from "#lib/money.ts";
import { goodsForText, kindOf, type PackageKind } from "../../catalog/goods.ts";
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
    body: "Your payment is confirmed.",
  },
  overpaid: {
    subject: "payment confirmed",
    body: "Your payment is confirmed, and it was more than the amount due.",
  },
  review: {
    subject: "your payment is in review",
    body: "We are reviewing it and will decide how to continue. Nothing is lost, and you do not need to send anything.",
  },
};

/** What comes after a confirmed payment. */
const next: Record<"paid" | "overpaid", Record<PackageKind, string>> = {
  paid: {
    coins: "We send the coins next and will write again once they are in the account.",
    credit: "The credit is added to your account next.",
    gift_code: "The gift code is sent next.",
  },
  overpaid: {
    coins: "We send the coins next, and will get in touch about the difference.",
    credit: "The credit is added to your account next. We will get in touch about the difference.",
    gift_code: "The gift code is sent next. We will get in touch about the difference.",
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
  {
    status,
    reason,
    otherwise,
    kind,
  }: Pick<OrderPaymentMail, "status" | "reason" | "otherwise" | "kind">,
  delivery: ShopDetails["delivery"],
): string {
  const known = otherwise ? otherMethodReasons : reasons;
  const isPaid = status === "paid" || status === "overpaid";
  const after = isPaid ? [next[status][kindOf({ kind })], !kind && delivery?.paid] : [];
  return [reason && known[reason], words[status].body, ...after].filter(Boolean).join(" ");
}

/** Renders the mail about a payment that was detected or confirmed, or needs a review. */
export function OrderPayment({ message, shop }: { message: OrderPaymentMail; shop: ShopDetails }) {
  const { status, orderId, totalCents } = message;
  const { subject } = words[status];
  return (
    <MailLayout
      preview={paymentText({ ...message, reason: null }, null)}
      heading={`${subject.charAt(0).toUpperCase()}${subject.slice(1)}`}
      shop={shop}
    >
      <p style={text}>
        Order {orderId}: {goodsForText(message)}, {formatUsd(totalCents)}.
      </p>
      <p style={text}>{paymentText(message, shop.delivery)}</p>
      <Facts rows={receivedRows(message)} />
      <Button href={orderLink(shop.appUrl, message)}>Follow this order</Button>
    </MailLayout>
  );
}
