import { formatBtc, formatMoney, formatUsd } from "#lib/money.ts";
import { methodInSentence } from "#shop/settings/payment-method.ts";
import { goodsForText } from "../../catalog/goods.ts";
import type { ShopDetails, RefundMail } from "../mail.ts";
import { Button, MailLayout, muted, text } from "./layout.tsx";
import { Facts, orderLink } from "./parts.tsx";

/** Renders the mail about a refund, in Bitcoin, by the original payment method or as credit. */
export function RefundRecorded({ message, shop }: { message: RefundMail; shop: ShopDetails }) {
  const { orderId, refund } = message;
  const { heading, amount, when, rows, doubt } = partsOf(refund);
  return (
    <MailLayout preview={`${amount} for order ${orderId}`} heading={heading} shop={shop}>
      <p style={text}>
        It is for order {orderId}, {goodsForText(message)}. {when}
      </p>
      <Facts rows={rows} />
      <Button href={orderLink(shop.appUrl, message)}>Show this order</Button>
      <p className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        {doubt}, write to {shop.supportEmail} at once.
      </p>
    </MailLayout>
  );
}

const SENT = "We have sent money back to you";

function partsOf(refund: RefundMail["refund"]) {
  if ("creditCents" in refund)
    return {
      heading: "We have added credit to your account",
      amount: formatUsd(refund.creditCents),
      when: "You find it on My Orders, and can use it when you pay for an order.",
      rows: [["Credit", formatUsd(refund.creditCents)] as const],
      doubt: "If it does not show there",
    };
  return "method" in refund
    ? {
        heading: SENT,
        amount: formatMoney(refund.cents, refund.currency),
        when: "It goes the way it came, which can take some days.",
        rows: [
          ["Sent back", formatMoney(refund.cents, refund.currency)] as const,
          ["By", methodInSentence(refund.method)] as const,
        ],
        doubt: "If it does not arrive",
      }
    : {
        heading: SENT,
        amount: `${formatBtc(refund.sats)} BTC`,
        when: "Your wallet shows it once the Bitcoin network does.",
        rows: [
          ["Sent back", `${formatBtc(refund.sats)} BTC`] as const,
          ["To this address", refund.address] as const,
          ["In this transaction", refund.txid] as const,
        ],
        doubt: "If this is not your address",
      };
}
