import { Button, Section, Text } from "react-email";
import { timeText } from "#app/ui/time.tsx";
import { formatBtc, formatCount } from "#lib/money.ts";
import type { MailSurroundings, RestToPayMail } from "../mail.ts";
import { button, MailLayout, mono, muted, text } from "./layout.tsx";

/** Sent when an administrator asks for the rest of a payment: how much, where to, until when. */
export function RestToPay({ message, shop }: { message: RestToPayMail; shop: MailSurroundings }) {
  const { orderId, coins, tiktokUsername, receivedSats, payment, trackingKey } = message;
  const link = `${shop.appUrl}/track-order?orderId=${orderId}&key=${trackingKey}`;
  return (
    <MailLayout
      preview={`${formatBtc(payment.sats)} BTC are still to be sent for order ${orderId}`}
      heading="Part of the payment is missing"
      shop={shop}
    >
      <Text style={text}>
        {formatBtc(receivedSats)} BTC have arrived for order {orderId}, {formatCount(coins)} coins
        for @{tiktokUsername}. The order continues once the rest is there.
      </Text>
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
          To the same address
        </Text>
        <Text style={{ ...text, ...mono, fontSize: "14px", margin: "2px 0 10px" }}>
          {payment.address}
        </Text>
        <Text className="mail-muted" style={{ ...muted, margin: 0 }}>
          This amount is held until {timeText(new Date(payment.expiresAt), "datetime")} UTC. If you
          would rather have your money back, write to {shop.supportEmail}.
        </Text>
      </Section>
      <Button href={link} style={button}>
        See the rest to pay
      </Button>
    </MailLayout>
  );
}
