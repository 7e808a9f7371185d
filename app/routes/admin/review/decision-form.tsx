import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { z } from "zod";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { type FieldErrors, parseForm } from "#lib/form.ts";
import type { DecisionRow } from "#shop/payments/review/review-view.ts";
import { type Choice, REASON_MAX } from "#shop/payments/review/review.ts";
import { decisionSchemas, type ReviewActionData, type ReviewField } from "./review-form.ts";
import { choiceLabels } from "./review-labels.tsx";

/** Errors and submitted values of the fields besides the reason. */
export interface DecisionFields {
  errors: FieldErrors<ReviewField>;
  typed: ReviewActionData["typed"];
}

export interface DecisionFormProps {
  intent: Choice | "undo";
  schema: z.core.$ZodType;
  /** Hidden values: the payment, and the version of it that is shown. */
  hidden: Readonly<Record<string, string | number>>;
  actionData: ReviewActionData | undefined;
  /** Explains what the decision causes. */
  consequence: string;
  button: string;
  /** Renders the fields besides the reason. */
  children?: (fields: DecisionFields) => ReactNode;
}

/** The form of one decision. */
export function DecisionForm(props: DecisionFormProps) {
  const { intent, schema, hidden, actionData, consequence, button, children } = props;
  const { errors, form } = useFormErrors<ReviewField>(actionData?.errors, (data) =>
    parseForm(schema, data),
  );
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && navigation.formData?.get("intent") === intent;
  return (
    <Form method="post" noValidate preventScrollReset className="review__form" {...form}>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="review__text">{consequence}</p>
      {actionData?.message && (
        <Notice tone="rejected" role="alert">
          {actionData.message}
        </Notice>
      )}
      {children?.({ errors, typed: actionData?.typed ?? {} })}
      <Field
        label="Reason"
        name="reason"
        defaultValue={actionData?.typed.reason}
        error={errors.reason}
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

export interface UndoFormProps extends Pick<DecisionFormProps, "hidden" | "actionData"> {
  decision: DecisionRow;
  /** A further sentence about what the undo causes. */
  consequence?: string;
}

/** The form that undoes a decision. */
export function UndoForm({ decision, hidden, actionData, consequence }: UndoFormProps) {
  const { id, kind, byEmail } = decision;
  const sentences = [
    `Undoes: ${choiceLabels[kind].done.toLowerCase()}, by ${byEmail}.`,
    consequence,
    "Emails already sent and the order's status stay as they are.",
  ];
  return (
    <DecisionForm
      intent="undo"
      schema={decisionSchemas.undo}
      hidden={{ ...hidden, decisionId: id }}
      actionData={actionData}
      consequence={sentences.filter(Boolean).join(" ")}
      button="Undo this decision"
    />
  );
}

/** The order that a payment is to be attached to. */
export function OrderIdField({ errors, typed }: DecisionFields) {
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
