import { formatUsd } from "#lib/money.ts";
import { goodsForText, kindOf, type PackageKind } from "../../catalog/goods.ts";
import type { ShopDetails, OrderEndedMail } from "../mail.ts";
import { Button, link, MailLayout, text } from "./layout.tsx";
import { buyAgainLink, orderLink } from "./parts.tsx";

/** What happened to the order, for the subject. */
export const orderEndedWords: Record<OrderEndedMail["template"], string> = {
  "order-completed": "is completed",
  "order-failed": "was rejected",
};

const bodies: Record<OrderEndedMail["template"], Record<PackageKind, string>> = {
  "order-completed": {
    coins: "The coins are in the account.",
    credit: "The credit is on your account: you find it on My Orders.",
    gift_code: "The code is on its way by email.",
  },
  "order-failed": {
    coins: "The coins will not be sent.",
    credit: "The credit is not on your account.",
    gift_code: "A code that was sent cannot be redeemed any more.",
  },
};

/** Renders the mail about a completed or rejected order. */
export function OrderEnded({ message, shop }: { message: OrderEndedMail; shop: ShopDetails }) {
  const { orderId, totalCents, reason } = message;
  const kind = kindOf(message);
  const what = orderEndedWords[message.template];
  const body = bodies[message.template][kind];
  return (
    <MailLayout preview={goodsForText(message)} heading={`Order ${orderId} ${what}`} shop={shop}>
      <p style={text}>
        {goodsForText(message)}, {formatUsd(totalCents)}. {body}
      </p>
      {reason && <p style={text}>Reason: {reason}.</p>}
      {message.template === "order-failed" && (
        <p style={text}>
          If you have paid, nothing is lost: write to us with the order ID, and we will look into
          it.
        </p>
      )}
      <Button href={orderLink(shop.appUrl, message)}>Show this order</Button>
      {message.template === "order-completed" && kind === "coins" && (
        <p style={{ ...text, margin: "20px 0 0" }}>
          Need more coins?{" "}
          <a
            target="_blank"
            className="mail-link"
            href={buyAgainLink(shop.appUrl, message)}
            style={link}
          >
            Buy again
          </a>{" "}
          at today’s price.
        </p>
      )}
    </MailLayout>
  );
}
