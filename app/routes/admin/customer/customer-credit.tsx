import { useState } from "react";
import { Form, useLocation } from "react-router";
import { Field, Select } from "#app/ui/field.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Time } from "#app/ui/time.tsx";
import type { FieldErrors } from "#lib/form.ts";
import { formatUsd } from "#lib/money.ts";
import { CREDIT_NOTE_MAX, type CreditEntry, type CreditKind } from "#shop/credit/credit.ts";
import type { CustomerAccount } from "#shop/customers/customer.ts";

export type AdjustmentErrors = FieldErrors<"direction" | "amount" | "note" | "formKey">;

/** What was typed, and why the credit was not changed. */
interface RefusedAdjustment {
  typed: { direction: string; amount: string; note: string };
  errors: AdjustmentErrors;
}

/** What the action of the panel returns when it does not redirect. */
export interface CustomerActionData {
  message?: string;
  adjustment?: RefusedAdjustment;
  /** Why the password at the form that turns two-factor off was refused. */
  twoFactor?: string;
}

/** How many entries are shown. */
const SHOWN = 5;

const kinds: Record<CreditKind, string> = {
  referral: "Referral",
  points: "Points",
  refund: "Refund",
  "gift-code": "Gift code",
  bought: "Bought",
  spent: "Used",
  returned: "Returned",
  adjusted: "Adjusted",
  owed: "Deducted, as it was owed",
};

export interface CustomerCreditProps {
  account: CustomerAccount;
  /** Names this form, so that one that is sent twice changes the credit once. */
  formKey: string;
  refused: RefusedAdjustment | undefined;
}

/** The balance with its latest entries, and the form that adjusts it. */
export function CustomerCredit(props: CustomerCreditProps) {
  const { cents, owedCents, entries } = props.account.credit;
  return (
    <div className="customer__credit">
      <p>
        <b className="num">{formatUsd(cents)}</b>
        {owedCents > 0 && <span className="muted">, {formatUsd(owedCents)} owed</span>}
      </p>
      {entries.length > 0 && (
        <ul className="customer__entries num">
          {entries.slice(0, SHOWN).map((entry, index) => (
            // New entries come first, so the index from the end is stable.
            <li key={entries.length - index}>
              <Entry {...entry} />
            </li>
          ))}
        </ul>
      )}
      {/* A changed balance begins a new form; one that was refused goes on with its key. */}
      <AdjustmentForm key={`${cents} ${owedCents}`} {...props} />
    </div>
  );
}

function AdjustmentForm({ account, refused, ...props }: CustomerCreditProps) {
  const { pathname, search } = useLocation();
  const [formKey] = useState(props.formKey);
  return (
    <Form
      method="post"
      action={`${pathname}${search}`}
      preventScrollReset
      className="customer__adjust"
    >
      <input type="hidden" name="intent" value="credit" />
      <input type="hidden" name="userId" value={account.userId} />
      <input type="hidden" name="formKey" value={formKey} />
      <Select label="Change" name="direction" defaultValue={refused?.typed.direction}>
        <option value="give">Give</option>
        <option value="take">Take away</option>
      </Select>
      <Field
        label="Amount in dollars"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={refused?.typed.amount}
        error={refused?.errors.amount}
        required
      />
      <Field
        label="Note"
        name="note"
        className="customer__adjust-note"
        autoComplete="off"
        maxLength={CREDIT_NOTE_MAX}
        defaultValue={refused?.typed.note}
        error={refused?.errors.note}
        hint="The customer reads it on My Orders."
        required
      />
      <div>
        <SubmitButton intent="credit" size="sm">
          Change credit
        </SubmitButton>
      </div>
    </Form>
  );
}

function Entry({ kind, cents, orderId, note, at }: CreditEntry) {
  return (
    <>
      <span>
        {note ?? kinds[kind]}
        {orderId && <span className="mono"> {orderId}</span>}
      </span>
      <span>{formatUsd(cents)}</span>
      <span className="muted xs">
        <Time value={at} format="date" />
      </span>
    </>
  );
}
