import { Button, Text } from "react-email";
import { formatBtc, formatCount } from "#lib/money.ts";
import type { MailSurroundings, RefundMail } from "../mail.ts";
import { button, MailLayout, muted, text } from "./layout.tsx";
import { Facts, orderLink } from "./parts.tsx";

/** Sent when it is recorded that money went back to the customer: how much, where to, by which transaction. */
export function RefundRecorded({ message, shop }: { message: RefundMail; shop: MailSurroundings }) {
  const { orderId, coins, tiktokUsername, refund } = message;
  return (
    <MailLayout
      preview={`${formatBtc(refund.sats)} BTC for order ${orderId}`}
      heading="We have sent money back to you"
      shop={shop}
    >
      <Text style={text}>
        It is for order {orderId}, {formatCount(coins)} coins for @{tiktokUsername}. Your wallet
        shows it once the Bitcoin network does.
      </Text>
      <Facts
        rows={[
          ["Sent back", `${formatBtc(refund.sats)} BTC`],
          ["To this address", refund.address],
          ["In this transaction", refund.txid],
        ]}
      />
      <Button href={orderLink(shop.appUrl, message)} style={button}>
        Show this order
      </Button>
      <Text className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        If this is not your address, write to {shop.supportEmail} at once.
      </Text>
    </MailLayout>
  );
}
