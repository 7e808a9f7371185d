import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { type Choice, subjectKey } from "#shop/payments/review/review.ts";
import type { DecisionRow, ReviewDetails } from "#shop/payments/review/review-view.ts";
import { AskFields, AttachFields, RefundFields } from "../review/decision-fields.tsx";
import { DecisionFrame } from "../review/decision-frame.tsx";
import { checkDecision, type ReviewAnswer, type ReviewField } from "../review/review-form.ts";
import { choiceWords } from "../review/review-labels.ts";

interface FormProps {
  details: ReviewDetails;
  answer: ReviewAnswer | undefined;
}

/** One decision about money on the chain. */
export function DecisionForm({ details, choice, answer }: FormProps & { choice: Choice }) {
  const words = choiceWords[choice];
  const form = useFormErrors<ReviewField>(answer?.errors, (data) => checkDecision(choice, data));
  const fields = { errors: form.errors, typed: answer?.typed ?? {} };
  return (
    <DecisionFrame
      intent={choice}
      hidden={seen(details)}
      answer={answer}
      form={form}
      text={words.consequence}
      button={words.button}
    >
      {choice === "ask" && <AskFields details={details} {...fields} />}
      {choice === "attach" && <AttachFields {...fields} />}
      {choice === "refund" && <RefundFields details={details} {...fields} />}
    </DecisionFrame>
  );
}

/** Takes a decision back. */
export function UndoForm({ details, answer, decision }: FormProps & { decision: DecisionRow }) {
  const form = useFormErrors<ReviewField>(answer?.errors, (data) => checkDecision("undo", data));
  return (
    <DecisionFrame
      intent="undo"
      hidden={{ ...seen(details), decisionId: decision.id }}
      answer={answer}
      form={form}
      text={`Takes back: ${choiceWords[decision.kind].done.toLowerCase()}, by ${decision.byEmail}. The payment is then again what the chain shows. A mail that was sent, and the order's status, stay as they are.`}
      button="Take this decision back"
    >
      {null}
    </DecisionFrame>
  );
}

function seen({ subject, seen: { version, receivedSats } }: ReviewDetails) {
  return { subject: subjectKey(subject), version, receivedSats };
}
