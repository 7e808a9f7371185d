import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { formatMoney, priceText } from "#lib/money.ts";
import { methodText } from "#shop/settings/payment-method.ts";
import type { Choice } from "#shop/payments/review/review.ts";
import type { DecisionRow, ReceiptDetails } from "#shop/payments/review/review-view.ts";
import { AmountField, ReferenceField } from "../shared/money-form-fields.tsx";
import { AttachFields } from "../review/decision-fields.tsx";
import { DecisionFrame } from "../review/decision-frame.tsx";
import {
  checkForm,
  receiptSchemas,
  type ReviewAnswer,
  type ReviewField,
} from "../review/review-form.ts";
import { choiceWords, receiptConsequences, receiptRefundWords } from "../review/review-labels.ts";

interface FormProps {
  details: ReceiptDetails;
  answer: ReviewAnswer | undefined;
}

/** One decision about a receipt. */
export function ReceiptForm({ details, choice, answer }: FormProps & { choice: Choice }) {
  const { version, method, refundsByService } = details;
  const schema = schemaOf(choice, refundsByService);
  const form = useFormErrors<ReviewField>(answer?.errors, (data) => checkForm(schema, data));
  const fields = { errors: form.errors, typed: answer?.typed ?? {} };
  const words =
    choice === "refund"
      ? receiptRefundWords(refundsByService ? serviceName(method) : null)
      : { ...choiceWords[choice], consequence: receiptConsequences[choice] };
  return (
    <DecisionFrame
      intent={choice}
      hidden={{ version }}
      answer={answer}
      form={form}
      text={words.consequence ?? choiceWords[choice].consequence}
      button={words.button}
    >
      {choice === "attach" && <AttachFields {...fields} />}
      {choice === "refund" && <ReceiptRefundFields details={details} {...fields} />}
    </DecisionFrame>
  );
}

/** Takes a decision back. */
export function UndoReceiptForm(props: FormProps & { decision: DecisionRow }) {
  const { details, answer, decision } = props;
  const form = useFormErrors<ReviewField>(answer?.errors, (data) =>
    checkForm(receiptSchemas.undo, data),
  );
  return (
    <DecisionFrame
      intent="undo"
      hidden={{ version: details.version, decisionId: decision.id }}
      answer={answer}
      form={form}
      text={`Takes back: ${choiceWords[decision.kind].done.toLowerCase()}, by ${decision.byEmail}. A mail that was sent, and the order's status, stay as they are.`}
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
  typed: ReviewAnswer["typed"];
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
