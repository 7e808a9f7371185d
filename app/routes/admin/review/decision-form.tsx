import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { type FormErrors, useFormErrors } from "#app/ui/use-form-errors.ts";
import { type Choice, REASON_MAX, subjectKey } from "#shop/payments/review.ts";
import type { DecisionRow, ReviewDetails } from "#shop/payments/review-view.ts";
import { AskFields, AttachFields, RefundFields } from "./decision-fields.tsx";
import { checkDecision, type ReviewAnswer, type ReviewField } from "./review-form.ts";
import { choiceWords } from "./review-words.ts";

interface FormProps {
  details: ReviewDetails;
  answer: ReviewAnswer | undefined;
}

/** One decision: what follows from it, what it needs, why, and the button that makes it. */
export function DecisionForm(props: FormProps & { choice: Choice }) {
  const { details, choice, answer } = props;
  const words = choiceWords[choice];
  const form = useFormErrors<ReviewField>(answer?.errors, (data) => checkDecision(choice, data));
  const fields = { details, errors: form.errors, typed: answer?.typed ?? {} };
  return (
    <Frame {...props} intent={choice} form={form} text={words.consequence} button={words.button}>
      {choice === "ask" && <AskFields {...fields} />}
      {choice === "attach" && <AttachFields {...fields} />}
      {choice === "refund" && <RefundFields {...fields} />}
    </Frame>
  );
}

/** Takes a decision back. */
export function UndoForm(props: FormProps & { decision: DecisionRow }) {
  const { answer, decision } = props;
  const form = useFormErrors<ReviewField>(answer?.errors, (data) => checkDecision("undo", data));
  return (
    <Frame
      {...props}
      intent="undo"
      form={form}
      text={`Takes back: ${choiceWords[decision.kind].done.toLowerCase()}, by ${decision.byEmail}. The payment is then again what the chain shows. A mail that was sent, and the order's status, stay as they are.`}
      button="Take this decision back"
    >
      <input type="hidden" name="decisionId" value={decision.id} />
    </Frame>
  );
}

interface FrameProps extends FormProps {
  intent: Choice | "undo";
  form: FormErrors<ReviewField>;
  text: string;
  button: string;
  children: ReactNode;
}

function Frame({ details, answer, intent, form, text, button, children }: FrameProps) {
  const { subject, seen } = details;
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && navigation.formData?.get("intent") === intent;
  return (
    <Form method="post" noValidate preventScrollReset className="review__form" {...form.form}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="subject" value={subjectKey(subject)} />
      <input type="hidden" name="version" value={seen.version} />
      <input type="hidden" name="receivedSats" value={seen.receivedSats} />
      <p className="review__text">{text}</p>
      {answer?.message && (
        <Notice tone="rejected" role="alert">
          {answer.message}
        </Notice>
      )}
      {children}
      <Field
        label="Reason"
        name="reason"
        defaultValue={answer?.typed.reason}
        error={form.errors.reason}
        hint="For you and the other administrators. The buyer does not see it."
        maxLength={REASON_MAX}
        autoComplete="off"
        required
      />
      <Button type="submit" variant="primary" block busy={busy}>
        {button}
      </Button>
    </Form>
  );
}
