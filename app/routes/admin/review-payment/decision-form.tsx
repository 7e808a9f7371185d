import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { parseForm } from "#lib/form.ts";
import { type Choice, subjectKey } from "#shop/payments/review/review.ts";
import type { DecisionRow, ReviewDetails } from "#shop/payments/review/review-view.ts";
import { AskFields, AttachFields, RefundFields } from "../review/decision-fields.tsx";
import { DecisionFrame } from "../review/decision-frame.tsx";
import { decisionSchemas, type ReviewActionData, type ReviewField } from "../review/review-form.ts";
import { choiceLabels } from "../review/review-labels.ts";

interface FormProps {
  details: ReviewDetails;
  actionData: ReviewActionData | undefined;
}

/** One decision about money on the chain. */
export function DecisionForm({ details, choice, actionData }: FormProps & { choice: Choice }) {
  const labels = choiceLabels[choice];
  const form = useFormErrors<ReviewField>(actionData?.errors, (form) =>
    parseForm(decisionSchemas[choice], form),
  );
  const fields = { errors: form.errors, typed: actionData?.typed ?? {} };
  return (
    <DecisionFrame
      intent={choice}
      hidden={seen(details)}
      actionData={actionData}
      form={form}
      text={labels.consequence}
      button={labels.button}
    >
      {choice === "ask" && <AskFields details={details} {...fields} />}
      {choice === "attach" && <AttachFields {...fields} />}
      {choice === "refund" && <RefundFields details={details} {...fields} />}
    </DecisionFrame>
  );
}

/** Takes a decision back. */
export function UndoForm({ details, actionData, decision }: FormProps & { decision: DecisionRow }) {
  const form = useFormErrors<ReviewField>(actionData?.errors, (form) =>
    parseForm(decisionSchemas.undo, form),
  );
  return (
    <DecisionFrame
      intent="undo"
      hidden={{ ...seen(details), decisionId: decision.id }}
      actionData={actionData}
      form={form}
      text={`Takes back: ${choiceLabels[decision.kind].done.toLowerCase()}, by ${decision.byEmail}. The payment is then again what the chain shows. A mail that was sent, and the order's status, stay as they are.`}
      button="Take this decision back"
    >
      {null}
    </DecisionFrame>
  );
}

function seen({ subject, seen: { version, receivedSats } }: ReviewDetails) {
  return { subject: subjectKey(subject), version, receivedSats };
}
