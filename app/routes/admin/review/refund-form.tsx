import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { centsForSats, formatBtc, formatMoney, formatUsd, priceText } from "#lib/money.ts";
import type { RefundProposal } from "#shop/payments/review/review.ts";
import { AmountField, ReferenceField } from "../shared/money-fields.tsx";
import { type DecisionFields, DecisionForm, type DecisionFormProps } from "./decision-form.tsx";
import { refundSchemas } from "./review-form.ts";
import { Btc, refundLabels } from "./review-labels.tsx";

/** The money that a refund form is about, and how it goes back. */
type RefundedMoney =
  /** Bitcoin, sent from the owner's wallet. */
  | { way: "chain"; proposal: RefundProposal; refundAddress: string | null }
  /** Sent back by its service at once. */
  | { way: "service"; service: string; currency: string; proposal: RefundProposal }
  /** Sent back from the owner's account. */
  | { way: "hand"; currency: string; proposal: RefundProposal }
  /** Added to the credit of the buyer's account, bitcoins at this rate in cents. */
  | { way: "chain-credit"; rateCents: number; proposal: RefundProposal }
  | { way: "receipt-credit"; currency: string; proposal: RefundProposal };

interface RefundFormProps extends Pick<DecisionFormProps, "hidden" | "actionData"> {
  money: RefundedMoney;
}

/** The form of every refund: of money on the chain and of a receipt, from the review and from an order's panel. */
export function RefundForm({ money, hidden, actionData }: RefundFormProps) {
  const { way, proposal } = money;
  const { kept } = proposal;
  const asks = actionData?.asksBeyondExcess === true;
  return (
    <DecisionForm
      intent={way === "chain-credit" || way === "receipt-credit" ? "credit" : "refund"}
      schema={refundSchemas[way]}
      hidden={hidden}
      actionData={actionData}
      {...refundLabels(way === "service" ? money.service : way)}
    >
      {(fields) => (
        <>
          {kept > 0 && !asks && (
            <Notice>
              <Amount money={money} value={proposal.amount} /> is too much.{" "}
              <Amount money={money} value={kept} /> is kept as the payment of the order.
            </Notice>
          )}
          {way === "chain" || way === "chain-credit" ? (
            <BitcoinAmount
              proposal={proposal}
              hint={way === "chain" ? "Without the network’s fee." : creditHint(money)}
              {...fields}
            />
          ) : (
            <AmountField
              currency={money.currency}
              defaultValue={fields.typed.amount ?? priceText(proposal.amount)}
              error={fields.errors.amount}
              hint={`At most ${formatMoney(proposal.amount + kept, money.currency)}.`}
            />
          )}
          {asks && <BeyondExcess money={money} />}
          {way === "chain" && <TransactionFields refundAddress={money.refundAddress} {...fields} />}
          {way === "hand" && (
            <ReferenceField
              label="Reference of the refund"
              name="sentAs"
              defaultValue={fields.typed.sentAs}
              error={fields.errors.sentAs}
              hint="The ID your bank or PayPal gave it."
            />
          )}
        </>
      )}
    </DecisionForm>
  );
}

/** Asks whether more than the excess is really to go back, since the order is then no longer paid in full. */
function BeyondExcess({ money }: { money: RefundedMoney }) {
  return (
    <>
      <Notice tone="pending" role="alert">
        Only <Amount money={money} value={money.proposal.amount} /> is too much. If you refund more,
        the order is no longer paid in full.
      </Notice>
      <Checkbox label="Refund more than the excess" name="beyondExcess" value="on" />
    </>
  );
}

function Amount({ money, value }: { money: RefundedMoney; value: number }) {
  return money.way === "chain" || money.way === "chain-credit" ? (
    <Btc sats={value} />
  ) : (
    formatMoney(value, money.currency)
  );
}

/** Says what bitcoins are worth as credit. */
function creditHint({ rateCents, proposal }: Extract<RefundedMoney, { rateCents: number }>) {
  const worth = formatUsd(centsForSats(proposal.amount, rateCents));
  return `${formatBtc(proposal.amount)} BTC become ${worth}, at the rate of the order.`;
}

interface BitcoinAmountProps extends DecisionFields {
  proposal: RefundProposal;
  hint: string;
}

function BitcoinAmount({ proposal, hint, errors, typed }: BitcoinAmountProps) {
  const { amount, kept } = proposal;
  return (
    <Field
      label="Amount in BTC"
      name="amount"
      mono
      inputMode="decimal"
      defaultValue={typed.amount ?? formatBtc(amount)}
      error={errors.amount}
      hint={
        <>
          {hint} At most <Btc sats={amount + kept} />.
        </>
      }
      autoComplete="off"
      required
    />
  );
}

/** Address and transaction of a refund on the chain. */
function TransactionFields({
  refundAddress,
  errors,
  typed,
}: DecisionFields & { refundAddress: string | null }) {
  return (
    <>
      <Field
        label="Sent to address"
        name="address"
        mono
        defaultValue={typed.address ?? refundAddress ?? ""}
        error={errors.address}
        hint={
          refundAddress
            ? "The buyer provided this address on the order's page."
            : "The buyer can provide one on the order's page. Do not use the address the payment came from: it often belongs to an exchange."
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Field
        label="Transaction ID"
        name="txid"
        mono
        defaultValue={typed.txid}
        error={errors.txid}
        hint="Your wallet shows it once the money is sent."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </>
  );
}
