import { timeText } from "#lib/time.ts";
import { formatBtc, formatUsd } from "#lib/money.ts";
import { methodInSentence as inSentence } from "#shop/settings/payment-method.ts";
import type { MethodDue, PaymentDue } from "../mail.ts";
import { mono, muted, Section, text } from "./layout.tsx";

/** Renders a box of labelled values; a label without a value is a remark. */
export function Facts({ rows }: { rows: readonly (readonly [label: string, value?: string])[] }) {
  return (
    <Section
      className="mail-box"
      style={{
        backgroundColor: "#f4f7f7",
        borderRadius: "10px",
        margin: "0 0 20px",
      }}
      cell={{ padding: "16px 18px" }}
    >
      {rows.map(([label, value], index) => (
        <div key={label}>
          <p className="mail-muted" style={{ ...muted, margin: 0 }}>
            {label}
          </p>
          {value && (
            <p
              style={{
                ...text,
                ...mono,
                fontSize: index === 0 ? "18px" : "14px",
                margin: index === rows.length - 1 ? "2px 0 0" : "2px 0 10px",
              }}
            >
              {value}
            </p>
          )}
        </div>
      ))}
    </Section>
  );
}

/** Renders the amount due in Bitcoin, its address, and until when the quote is valid. */
export function AmountDue({ payment, remark }: { payment: PaymentDue; remark: string }) {
  return (
    <Facts
      rows={[
        ["Still to pay", `${formatBtc(payment.sats)} BTC`],
        ...(payment.address
          ? ([["To this address", payment.address]] as const)
          : ([["Pay it on the order’s page, by Lightning or on-chain."]] as const)),
        [`The amount is held until ${utcText(payment.expiresAt)}. ${remark}`],
      ]}
    />
  );
}

/** Renders the amount due by another method than Bitcoin, with its instructions. */
export function AmountDueByMethod({ due }: { due: MethodDue }) {
  const { method, cents, instructions } = due;
  return (
    <Facts
      rows={[
        [`Still to pay by ${inSentence(method)}`, formatUsd(cents)],
        ...instructions.map(({ label, value }) => [label, value] as const),
        [
          instructions.length > 0
            ? "Use exactly this reference so that we can find your payment. The order continues once it has arrived."
            : "The order’s page takes you to the payment.",
        ],
      ]}
    />
  );
}

/** Returns the rows with the received amount and the amount due, in the unit of the payment method. */
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

/** Returns the signed link to the order's page. */
export function orderLink(appUrl: string, mail: { orderId: string; trackingKey: string }): string {
  return `${appUrl}/track-order?orderId=${mail.orderId}&key=${mail.trackingKey}`;
}

/** Returns the signed link to the page that buys the order's package again. */
export function buyAgainLink(
  appUrl: string,
  mail: { orderId: string; trackingKey: string },
): string {
  return `${appUrl}/orders/${mail.orderId}/again?key=${mail.trackingKey}`;
}

/** Formats a time in UTC, since the reader's time zone is unknown: `20 Nov 2026, 12:01 UTC`. */
export function utcText(iso: string): string {
  return `${timeText(new Date(iso), "datetime")} UTC`;
}
