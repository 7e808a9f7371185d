import { Field } from "#app/ui/field.tsx";
import { formatBtc } from "#lib/money.ts";
import type { ReviewDetails } from "#shop/payments/review/review-view.ts";
import { Btc } from "./btc.tsx";
import type { ReviewActionData, ReviewField } from "./review-form.ts";

interface FieldsProps {
  errors: Partial<Record<ReviewField, string>>;
  typed: ReviewActionData["typed"];
}

interface ChainFieldsProps extends FieldsProps {
  details: ReviewDetails;
}

/** Which amount the rest is of. */
export function AskFields({ details: { rest }, typed }: ChainFieldsProps) {
  if (!rest) return null;
  const held = rest.held > 0;
  const first = typed.at ?? (held ? "held" : "now");
  return (
    <fieldset className="review__rest">
      <legend className="field__label">How much to ask for</legend>
      <label>
        <input
          type="radio"
          name="at"
          value="held"
          defaultChecked={first === "held"}
          disabled={!held}
        />
        <span>
          {held ? <Btc sats={rest.held} /> : "Nothing"}{" "}
          <span className="muted">of the amount asked for last</span>
        </span>
      </label>
      <label>
        <input type="radio" name="at" value="now" defaultChecked={first === "now"} />
        <span>
          <RestNow sats={rest.now} />{" "}
          <span className="muted">of the price at today&rsquo;s rate</span>
        </span>
      </label>
    </fieldset>
  );
}

function RestNow({ sats }: { sats: number | null }) {
  if (sats === null) return "Not known now";
  return sats > 0 ? <Btc sats={sats} /> : "Nothing";
}

export function AttachFields({ errors, typed }: FieldsProps) {
  return (
    <Field
      label="Order ID"
      name="orderId"
      mono
      defaultValue={typed.orderId}
      error={errors.orderId}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      required
    />
  );
}

/** What was sent back, where to, and in which transaction. */
export function RefundFields({ details, errors, typed }: ChainFieldsProps) {
  const kept = details.receivedSats - details.refundedSats;
  return (
    <>
      <Field
        label="Amount in BTC"
        name="amount"
        mono
        inputMode="decimal"
        defaultValue={typed.amount ?? formatBtc(kept)}
        error={errors.amount}
        hint={
          <>
            Without the network&rsquo;s fee. At most <Btc sats={kept} />.
          </>
        }
        autoComplete="off"
        required
      />
      <Field
        label="Sent to address"
        name="address"
        mono
        defaultValue={typed.address}
        error={errors.address}
        hint="Ask the buyer for it: the address it came from often belongs to an exchange."
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
