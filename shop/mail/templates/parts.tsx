import { Section, Text } from "react-email";
import { timeText } from "#lib/time-text.ts";
import { formatBtc, formatUsd } from "#lib/money.ts";
import { methodInSentence as inSentence } from "#shop/settings/payment-method.ts";
import type { MethodDue, PaymentDue } from "../mail.ts";
import { mono, muted, text } from "./layout.tsx";

/** Facts in a box of their own, each under its label; a label without a value is a remark. */
export function Facts({ rows }: { rows: readonly (readonly [label: string, value?: string])[] }) {
  return (
    <Section
      className="mail-box"
      style={{
        backgroundColor: "#f4f7f7",
        borderRadius: "10px",
        margin: "0 0 20px",
        padding: "16px 18px",
      }}
    >
      {rows.map(([label, value], index) => (
        <div key={label}>
          <Text className="mail-muted" style={{ ...muted, margin: 0 }}>
            {label}
          </Text>
          {value && (
            <Text
              style={{
                ...text,
                ...mono,
                fontSize: index === 0 ? "18px" : "14px",
                margin: index === rows.length - 1 ? "2px 0 0" : "2px 0 10px",
              }}
            >
              {value}
            </Text>
          )}
        </div>
      ))}
    </Section>
  );
}

/** How much is still to be paid, where to, and a remark about until when. */
export function StillToPay({ payment, remark }: { payment: PaymentDue; remark: string }) {
  return (
    <Facts
      rows={[
        ["Still to pay", `${formatBtc(payment.sats)} BTC`],
        ["To this address", payment.address],
        [`The amount is held until ${utcText(payment.expiresAt)}. ${remark}`],
      ]}
    />
  );
}

/** How much is still to be paid by another way than Bitcoin, and how. */
export function StillToPayOtherwise({ due }: { due: MethodDue }) {
  const { method, cents, instructions } = due;
  return (
    <Facts
      rows={[
        [`Still to pay by ${inSentence(method)}`, formatUsd(cents)],
        ...instructions.map(({ label, value }) => [label, value] as const),
        [
          instructions.length > 0
            ? "Name exactly this reference, so that we find your payment. The order goes on once it has arrived."
            : "The order’s page leads to where you pay.",
        ],
      ]}
    />
  );
}

/** What has come, in the words of the way by which it came. */
export function receivedRows(mail: {
  receivedSats: number;
  dueSats: number;
  totalCents: number;
  otherwise?: { method: string; cents: number };
}): (readonly [string, string])[] {
  if (mail.otherwise) {
    const { method, cents } = mail.otherwise;
    return [
      [`Received by ${inSentence(method)}`, formatUsd(cents)],
      ["Amount due", formatUsd(mail.totalCents)],
    ];
  }
  return [
    ["Received", `${formatBtc(mail.receivedSats)} BTC`],
    ["Amount due", `${formatBtc(mail.dueSats)} BTC`],
  ];
}

/** Where the order's page is, for whoever has the mail. */
export function orderLink(appUrl: string, mail: { orderId: string; trackingKey: string }): string {
  return `${appUrl}/track-order?orderId=${mail.orderId}&key=${mail.trackingKey}`;
}

/** `20 Nov 2026, 12:01 UTC`: as on the pages, but a mail cannot know its reader's time zone. */
export function utcText(iso: string): string {
  return `${timeText(new Date(iso), "datetime")} UTC`;
}
