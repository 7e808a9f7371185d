import { directionOf } from "#lib/direction.ts";
import { formatBtc } from "#lib/money.ts";
import { money, time } from "#messages/format.ts";
import { type MessageKey, t } from "#messages/translate.ts";
import type { PaymentMethod } from "#shop/settings/payment-method.ts";
import type { MethodDue, PaymentDue, ShopDetails } from "../mail.ts";
import { ifRightToLeft, mono, muted, Section, shopLink, text } from "./layout.tsx";

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
              dir={ifRightToLeft(directionOf(value))}
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

/** Formats an amount of bitcoins with its unit: `0.00015388 BTC`. */
export function btc(sats: number): string {
  return `${formatBtc(sats)} BTC`;
}

/** Renders the amount due in Bitcoin, its address, and until when the quote is valid. */
export function AmountDue({ payment, remark }: { payment: PaymentDue; remark: string }) {
  const held = t("mail.heldUntil", { time: utcText(payment.expiresAt) });
  return (
    <Facts
      rows={[
        [t("mail.stillToPay"), btc(payment.sats)],
        payment.address ? [t("mail.toAddress"), payment.address] : [t("mail.payOnPage")],
        [`${held} ${remark}`],
      ]}
    />
  );
}

const stillToPay = {
  stripe: "mail.stillToPayCard",
  bitcoin: "mail.stillToPayBitcoin",
  paypal: "mail.stillToPayPaypal",
  bank_transfer: "mail.stillToPayTransfer",
} as const satisfies Record<PaymentMethod, MessageKey>;

// untranslated: queued mails have the labels of instructions in English.
const labels: Record<string, () => string> = {
  "Account name": () => t("mail.accountName"),
  IBAN: () => t("mail.iban"),
  "Account number": () => t("mail.accountNumber"),
  Bank: () => t("mail.bank"),
  Reference: () => t("mail.reference"),
  "PayPal account": () => t("mail.paypalAccount"),
  Note: () => t("mail.note"),
};

/** Renders the amount due by another method than Bitcoin, with its instructions. */
export function AmountDueByMethod({ due }: { due: MethodDue }) {
  const { method, cents, instructions } = due;
  return (
    <Facts
      rows={[
        [t(stillToPay[method]), money(cents)],
        ...instructions.map(({ label, value }) => [labels[label]?.() ?? label, value] as const),
        [instructions.length > 0 ? t("mail.useReference") : t("mail.pageTakesYou")],
      ]}
    />
  );
}

const receivedBy: Partial<Record<string, Extract<MessageKey, `mail.received${string}`>>> = {
  stripe: "mail.receivedCard",
  bitcoin: "mail.receivedBitcoin",
  paypal: "mail.receivedPaypal",
  bank_transfer: "mail.receivedTransfer",
};

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
      [t(receivedBy[method] ?? "mail.received"), money(cents)],
      [t("mail.amountDue"), money(mail.totalCents)],
    ];
  }
  return [
    [t("mail.received"), btc(mail.receivedSats)],
    [t("mail.amountDue"), btc(mail.dueSats)],
  ];
}

/** Returns the signed link to the order's page. */
export function orderLink(
  shop: ShopDetails,
  mail: { orderId: string; trackingKey: string },
): string {
  return shopLink(shop, `/track-order?orderId=${mail.orderId}&key=${mail.trackingKey}`);
}

/** Returns the signed link to the page that buys the order's package again. */
export function buyAgainLink(
  shop: ShopDetails,
  mail: { orderId: string; trackingKey: string },
): string {
  return shopLink(shop, `/orders/${mail.orderId}/again?key=${mail.trackingKey}`);
}

/** Formats a time in UTC, since the reader's time zone is unknown: `20 Nov 2026, 12:01 UTC`. */
export function utcText(iso: string): string {
  return t("mail.utc", { time: time(new Date(iso), "datetime") });
}
