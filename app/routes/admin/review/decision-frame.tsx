import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { FormErrors } from "#app/ui/use-form-errors.ts";
import { type Choice, REASON_MAX } from "#shop/payments/review/review.ts";
import type { ReviewActionData, ReviewField } from "./review-form.ts";

export interface DecisionFrameProps {
  intent: Choice | "undo";
  /** What the decision is about, and as what it was seen. */
  hidden: Readonly<Record<string, string | number>>;
  actionData: ReviewActionData | undefined;
  form: FormErrors<ReviewField>;
  /** What follows from it. */
  text: string;
  button: string;
  /** What it needs beside the reason. */
  children: ReactNode;
}

/** The form of one decision: what follows from it, what it needs, why, and the button that makes it. */
export function DecisionFrame(props: DecisionFrameProps) {
  const { intent, hidden, actionData, form, text, button, children } = props;
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && navigation.formData?.get("intent") === intent;
  return (
    <Form method="post" noValidate preventScrollReset className="review__form" {...form.form}>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="review__text">{text}</p>
      {actionData?.message && (
        <Notice tone="rejected" role="alert">
          {actionData.message}
        </Notice>
      )}
      {children}
      <Field
        label="Reason"
        name="reason"
        defaultValue={actionData?.typed.reason}
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
