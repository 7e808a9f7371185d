import { answerTo, typedText } from "#app/answer.ts";
import type { ActFormProps } from "#app/office/use-act-form.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { FieldRecord, Fields } from "#lib/fields.ts";
import { centsForSats, formatBtc, formatMoney, formatUsd, priceText } from "#lib/money.ts";
import { SHOP_CURRENCY } from "#shop/payments/model/receipt.ts";
import type { RefundProposal } from "#shop/payments/review/review.ts";
import { DecisionForm } from "./decision-form.tsx";
import { refundFields } from "./review-fields.ts";
import { refundLabels } from "./review-labels.tsx";

/** The money that a refund form is about, and how it goes back. */
type RefundedMoney = { proposal: RefundProposal } & (
  | /** Bitcoin, sent from the owner's wallet. */
    { way: "chain"; refundAddress: string | null }
  /** Sent back by its service at once. */
  | { way: "service"; service: string; currency: string }
  /** Sent back from the owner's account. */
  | { way: "hand"; currency: string }
  /** Added to the credit of the buyer's account, bitcoins at this rate in cents. */
  | { way: "chain-credit"; rateCents: number }
  | { way: "receipt-credit"; currency: string }
);

interface RefundFormProps extends Pick<ActFormProps, "values" | "answer"> {
  money: RefundedMoney;
}

const intents = {
  chain: "refund",
  service: "refund",
  hand: "refund-by-hand",
  "chain-credit": "credit",
  "receipt-credit": "credit",
} as const satisfies Record<RefundedMoney["way"], string>;

/** The form of every refund: of money on the chain and of a receipt, from the review and from an order's panel. */
export function RefundForm({ money, values, answer }: RefundFormProps) {
  const { way, proposal } = money;
  const intent = intents[way];
  const given = answerTo(answer, intent);
  const asks =
    given?.errors.beyondExcess !== undefined || typedText(given, "beyondExcess") === "on";
  const amount = amountText(money, proposal.amount);
  return (
    <DecisionForm
      intent={intent}
      fields={fieldsOf(money, asks)}
      stored={startOf(money)}
      values={values}
      answer={answer}
      {...refundLabels(way === "service" ? money.service : way)}
    >
      {proposal.kept > 0 && !asks && (
        <Notice>
          {amount} is too much. {amountText(money, proposal.kept)} is kept as the payment of the
          order.
        </Notice>
      )}
      {asks && (
        <Notice tone="pending" role="alert">
          Only {amount} is too much. If you refund more, the order is no longer paid in full.
        </Notice>
      )}
    </DecisionForm>
  );
}

/** Returns the fields with what is known of this payment, and the tick once more than the excess was typed. */
function fieldsOf(money: RefundedMoney, asks: boolean): Fields {
  const { amount, beyondExcess, ...others } = refundFields[money.way];
  const isForeign = "currency" in money && money.currency !== SHOP_CURRENCY;
  const label = isForeign ? `Amount in ${money.currency}` : amount.label;
  return {
    amount: { ...amount, label, hint: amountHint(money) },
    ...(asks && { beyondExcess }),
    ...others,
    ...(money.way === "chain" && { address: addressField(money.refundAddress) }),
  };
}

function amountHint(money: RefundedMoney): string {
  const { amount, kept } = money.proposal;
  const most = `At most ${amountText(money, amount + kept)}.`;
  if (money.way === "chain") return `Without the network’s fee. ${most}`;
  if (money.way !== "chain-credit") return most;
  const worth = formatUsd(centsForSats(amount, money.rateCents));
  return `${formatBtc(amount)} BTC become ${worth}, at the rate of the order. ${most}`;
}

function addressField(refundAddress: string | null): FieldRecord {
  return {
    ...refundFields.chain.address,
    hint: refundAddress
      ? "The buyer provided this address on the order's page."
      : "The buyer can provide one on the order's page. Do not use the address the payment came from: it often belongs to an exchange.",
  };
}

/** Returns what the form begins with. */
function startOf(money: RefundedMoney) {
  const { amount } = money.proposal;
  if (money.way === "chain")
    return { amount: formatBtc(amount), address: money.refundAddress ?? "" };
  return { amount: money.way === "chain-credit" ? formatBtc(amount) : priceText(amount) };
}

/** Returns an amount in the money's currency, without a line break before the unit. */
function amountText(money: RefundedMoney, value: number): string {
  return "currency" in money ? formatMoney(value, money.currency) : `${formatBtc(value)}\u00A0BTC`;
}
