import { useState } from "react";
import { Form, useLocation } from "react-router";
import type { Answer } from "#app/answer.ts";
import { FormFields } from "#app/office/fields.tsx";
import { HiddenFields } from "#app/ui/hidden-fields.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Time } from "#app/ui/time.tsx";
import { fieldTexts } from "#lib/fields.ts";
import { formatUsd } from "#lib/money.ts";
import type { CreditEntry, CreditKind } from "#shop/credit/credit.ts";
import type { CustomerAccount } from "#shop/customers/customer.ts";
import { creditFields } from "./credit-fields.ts";

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
  /** The answer to it, when it was refused. */
  answer: Answer<unknown> | null;
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

function AdjustmentForm({ account, answer, ...props }: CustomerCreditProps) {
  const { pathname, search } = useLocation();
  const [formKey] = useState(props.formKey);
  return (
    <Form
      method="post"
      action={`${pathname}${search}`}
      preventScrollReset
      className="customer__adjust"
    >
      <HiddenFields values={{ intent: "credit", userId: account.userId, formKey }} />
      <FormFields
        of={creditFields}
        texts={fieldTexts(creditFields, answer?.typed ?? undefined)}
        errors={answer?.errors ?? {}}
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
