import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatMoney, priceText } from "#lib/money.ts";
import type { ReceiptDetails } from "#shop/payments/review/review-view.ts";
import type { Choice } from "#shop/payments/review/review.ts";
import { methodText } from "#shop/settings/payment-method.ts";
import { type DecisionFields, DecisionForm, OrderIdField } from "../review/decision-form.tsx";
import { receiptSchemas, type ReviewActionData } from "../review/review-form.ts";
import {
  choiceLabels,
  disputeLabels,
  receiptConsequences,
  receiptRefundLabels,
} from "../review/review-labels.tsx";
import { AmountField, ReferenceField } from "../shared/money-fields.tsx";

interface ReceiptFormProps {
  details: ReceiptDetails;
  choice: Choice;
  actionData: ReviewActionData | undefined;
}

/** The form of one decision about a receipt. */
export function ReceiptForm({ details, choice, actionData }: ReceiptFormProps) {
  const { version, method, refundsByService } = details;
  const labels =
    choice === "refund"
      ? receiptRefundLabels(refundsByService ? serviceName(method) : null)
      : { ...choiceLabels[choice], consequence: receiptConsequences[choice] };
  return (
    <DecisionForm
      intent={choice}
      schema={schemaOf(choice, refundsByService)}
      hidden={{ version }}
      actionData={actionData}
      consequence={labels.consequence ?? choiceLabels[choice].consequence}
      button={labels.button}
    >
      {(fields) => (
        <>
          {choice === "attach" && <OrderIdField {...fields} />}
          {choice === "refund" && <ReceiptRefundFields details={details} {...fields} />}
        </>
      )}
    </DecisionForm>
  );
}

/** Amount of the refund, and its reference unless the service sends it. */
function ReceiptRefundFields(props: DecisionFields & { details: ReceiptDetails }) {
  const { details, errors, typed } = props;
  const { currency, unrefundedCents, refundsByService } = details;
  return (
    <>
      <AmountField
        currency={currency}
        defaultValue={typed.amount ?? priceText(unrefundedCents)}
        error={errors.amount}
        hint={`At most ${formatMoney(unrefundedCents, currency)}.`}
      />
      {!refundsByService && (
        <ReferenceField
          label="Reference of what was sent"
          name="sentAs"
          defaultValue={typed.sentAs}
          error={errors.sentAs}
          hint="What your bank or PayPal calls it."
        />
      )}
    </>
  );
}

function schemaOf(choice: Choice, refundsByService: boolean) {
  if (choice === "refund")
    return refundsByService ? receiptSchemas.refund : receiptSchemas.refundByHand;
  return choice === "attach" ? receiptSchemas.attach : receiptSchemas.accept;
}

/** Card payments are labelled by their service, Stripe. */
function serviceName(method: string): string {
  return method === "stripe" ? "Stripe" : methodText(method);
}

/** Facts about a receipt off the chain. */
export function ReceiptFacts({ details }: { details: ReceiptDetails }) {
  const { method, cents, currency, refundedCents, bouncedCents, unrefundedCents, dispute } =
    details;
  const { reference, details: payer, receivedAt, recordedBy } = details;
  return (
    <KeyValueList
      rows={[
        { label: "Method", value: methodText(method) },
        { label: "Amount", value: formatMoney(cents, currency) },
        ...(refundedCents > 0
          ? [
              { label: "Sent back", value: formatMoney(refundedCents, currency) },
              { label: "Left", value: formatMoney(unrefundedCents, currency) },
            ]
          : []),
        ...(bouncedCents > 0
          ? [{ label: "Did not reach the buyer", value: formatMoney(bouncedCents, currency) }]
          : []),
        ...(dispute ? [{ label: "Dispute", value: disputeLabels[dispute] }] : []),
        { label: "Reference", value: <span className="mono review__long">{reference}</span> },
        ...(payer
          ? [{ label: "Payer", value: <span className="review__long">{payer}</span> }]
          : []),
        { label: "Received", value: <Time value={receivedAt} /> },
        { label: "Recorded", value: recordedBy ? `By ${recordedBy}` : "By the service" },
      ]}
    />
  );
}
