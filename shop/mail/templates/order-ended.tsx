import { formatCount, formatUsd } from "#lib/money.ts";
import type { ShopDetails, OrderEndedMail } from "../mail.ts";
import { Button, link, MailLayout, text } from "./layout.tsx";
import { buyAgainLink, orderLink } from "./parts.tsx";

/** The texts of the mails about a completed or rejected order. */
export const orderEndedTexts: Record<OrderEndedMail["template"], { what: string; body: string }> = {
  "order-completed": {
    what: "is completed",
    body: "The coins are in the account.",
  },
  "order-failed": {
    what: "was rejected",
    body: "The coins will not be sent.",
  },
};

/** Renders the mail about a completed or rejected order. */
export function OrderEnded({ message, shop }: { message: OrderEndedMail; shop: ShopDetails }) {
  const { orderId, coins, tiktokUsername, totalCents, reason } = message;
  const { what, body } = orderEndedTexts[message.template];
  return (
    <MailLayout
      preview={`${formatCount(coins)} coins for @${tiktokUsername}`}
      heading={`Order ${orderId} ${what}`}
      shop={shop}
    >
      <p style={text}>
        {formatCount(coins)} coins for @{tiktokUsername}, {formatUsd(totalCents)}. {body}
      </p>
      {reason && <p style={text}>Reason: {reason}.</p>}
      {message.template === "order-failed" && (
        <p style={text}>
          If you have paid, nothing is lost: write to us with the order ID, and we will look into
          it.
        </p>
      )}
      <Button href={orderLink(shop.appUrl, message)}>Show this order</Button>
      {message.template === "order-completed" && (
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
