import { Button, Section, Text } from "react-email";
import { timeText } from "#app/ui/time.tsx";
import { formatBtc, formatCount, formatUsd } from "#lib/money.ts";
import type { MailSurroundings, OrderPlacedMail } from "../mail.ts";
import { button, MailLayout, mono, muted, text } from "./layout.tsx";

/** Sent when an order is placed: what was ordered, what is still to pay, and where to follow it. */
export function OrderPlaced({
  message,
  shop,
}: {
  message: OrderPlacedMail;
  shop: MailSurroundings;
}) {
  const { orderId, coins, tiktokUsername, totalCents, payment, trackingKey } = message;
  const link = `${shop.appUrl}/track-order?orderId=${orderId}&key=${trackingKey}`;
  return (
    <MailLayout
      preview={`${formatCount(coins)} coins for @${tiktokUsername}, ${formatUsd(totalCents)}`}
      heading={`Order ${orderId} is placed`}
      shop={shop}
    >
      <Text style={text}>
        {formatCount(coins)} coins for @{tiktokUsername}, {formatUsd(totalCents)} in total.
      </Text>
      {payment ? (
        <Section
          className="mail-box"
          style={{
            backgroundColor: "#f4f7f7",
            borderRadius: "10px",
            margin: "0 0 20px",
            padding: "16px 18px",
          }}
        >
          <Text className="mail-muted" style={{ ...muted, margin: 0 }}>
            Still to pay
          </Text>
          <Text style={{ ...text, ...mono, fontSize: "18px", margin: "2px 0 10px" }}>
            {formatBtc(payment.sats)} BTC
          </Text>
          <Text className="mail-muted" style={{ ...muted, margin: 0 }}>
            To this address
          </Text>
          <Text style={{ ...text, ...mono, fontSize: "14px", margin: "2px 0 10px" }}>
            {payment.address}
          </Text>
          <Text className="mail-muted" style={{ ...muted, margin: 0 }}>
            The amount is held until {utc(payment.expiresAt)}. After that, the order&rsquo;s page
            offers a new one.
          </Text>
        </Section>
      ) : (
        <Text style={text}>
          Your payment has been seen. There is nothing more to do: the coins follow once it is
          confirmed.
        </Text>
      )}
      <Button href={link} style={button}>
        Follow this order
      </Button>
      <Text className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        Or open Track Order in the shop, and enter the order ID {orderId} and this email address.
      </Text>
    </MailLayout>
  );
}

/** `20 Nov 2026, 12:01 UTC`: as on the pages, but a mail cannot know its reader's time zone. */
function utc(iso: string): string {
  return `${timeText(new Date(iso), "datetime")} UTC`;
}
