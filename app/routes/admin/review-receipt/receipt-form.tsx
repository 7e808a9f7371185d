import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { Time } from "#app/ui/time.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { parseForm } from "#lib/form.ts";
import { formatMoney, priceText } from "#lib/money.ts";
import type { Dispute } from "#shop/payments/model/receipt.ts";
import type { DecisionRow, ReceiptDetails } from "#shop/payments/review/review-view.ts";
import type { Choice } from "#shop/payments/review/review.ts";
import { methodText } from "#shop/settings/payment-method.ts";
import { AttachFields } from "../review/decision-fields.tsx";
import { DecisionFrame } from "../review/decision-frame.tsx";
import { receiptSchemas, type ReviewActionData, type ReviewField } from "../review/review-form.ts";
import { choiceLabels, receiptConsequences, receiptRefundLabels } from "../review/review-labels.ts";
import { AmountField, ReferenceField } from "../shared/money-fields.tsx";

interface FormProps {
  details: ReceiptDetails;
  actionData: ReviewActionData | undefined;
}

/** One decision about a receipt. */
export function ReceiptForm({ details, choice, actionData }: FormProps & { choice: Choice }) {
  const { version, method, refundsByService } = details;
  const schema = schemaOf(choice, refundsByService);
  const form = useFormErrors<ReviewField>(actionData?.errors, (form) => parseForm(schema, form));
  const fields = { errors: form.errors, typed: actionData?.typed ?? {} };
  const labels =
    choice === "refund"
      ? receiptRefundLabels(refundsByService ? serviceName(method) : null)
      : { ...choiceLabels[choice], consequence: receiptConsequences[choice] };
  return (
    <DecisionFrame
      intent={choice}
      hidden={{ version }}
      actionData={actionData}
      form={form}
      text={labels.consequence ?? choiceLabels[choice].consequence}
      button={labels.button}
    >
      {choice === "attach" && <AttachFields {...fields} />}
      {choice === "refund" && <ReceiptRefundFields details={details} {...fields} />}
    </DecisionFrame>
  );
}

/** Takes a decision back. */
export function UndoReceiptForm(props: FormProps & { decision: DecisionRow }) {
  const { details, actionData, decision } = props;
  const form = useFormErrors<ReviewField>(actionData?.errors, (form) =>
    parseForm(receiptSchemas.undo, form),
  );
  return (
    <DecisionFrame
      intent="undo"
      hidden={{ version: details.version, decisionId: decision.id }}
      actionData={actionData}
      form={form}
      text={`Takes back: ${choiceLabels[decision.kind].done.toLowerCase()}, by ${decision.byEmail}. A mail that was sent, and the order's status, stay as they are.`}
      button="Take this decision back"
    >
      {null}
    </DecisionFrame>
  );
}

/** How much goes back; and what was sent, unless the service does it. */
function ReceiptRefundFields(props: {
  details: ReceiptDetails;
  errors: Partial<Record<ReviewField, string>>;
  typed: ReviewActionData["typed"];
}) {
  const { details, errors, typed } = props;
  const { currency, leftCents, refundsByService } = details;
  return (
    <>
      <AmountField
        currency={currency}
        defaultValue={typed.amount ?? priceText(leftCents)}
        error={errors.amount}
        hint={`At most ${formatMoney(leftCents, currency)}.`}
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

/** A card's payment is one of Stripe's. */
function serviceName(method: string): string {
  return method === "stripe" ? "Stripe" : methodText(method);
}

export const disputeLabels: Record<Dispute, string> = {
  open: "Open: the buyer or their bank objects",
  won: "Ended in the shop's favour",
  lost: "Lost: the money is gone",
};

/** What is known of money that came by another way than the chain. */
export function ReceiptFacts({ details }: { details: ReceiptDetails }) {
  const { method, cents, currency, refundedCents, bouncedCents, leftCents, dispute } = details;
  const { reference, details: told, receivedAt, recordedBy } = details;
  return (
    <KeyValueList
      rows={[
        { label: "Method", value: methodText(method) },
        { label: "Amount", value: formatMoney(cents, currency) },
        ...(refundedCents > 0
          ? [
              { label: "Sent back", value: formatMoney(refundedCents, currency) },
              { label: "Left", value: formatMoney(leftCents, currency) },
            ]
          : []),
        ...(bouncedCents > 0
          ? [{ label: "Did not reach the buyer", value: formatMoney(bouncedCents, currency) }]
          : []),
        ...(dispute ? [{ label: "Dispute", value: disputeLabels[dispute] }] : []),
        { label: "Reference", value: <span className="mono review__long">{reference}</span> },
        ...(told ? [{ label: "Payer", value: <span className="review__long">{told}</span> }] : []),
        { label: "Received", value: <Time value={receivedAt} /> },
        { label: "Recorded", value: recordedBy ? `By ${recordedBy}` : "By the service" },
      ]}
    />
  );
}
