import type { ReactNode } from "react";
import { answerTo } from "#app/answer.ts";
import { PanelForm } from "#app/office/panel-form.tsx";
import type { ActFormProps } from "#app/office/use-act-form.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { DecisionRow } from "#shop/payments/review/review-view.ts";
import { decisionFields } from "./review-fields.ts";
import { choiceLabels } from "./review-labels.tsx";

interface DecisionFormProps extends Omit<ActFormProps, "submit"> {
  /** Explains what the decision causes. */
  consequence: string;
  button: string;
  /** Above the fields. */
  children?: ReactNode;
}

/** The form of one decision. `values` are the payment, and the version of it that is shown. */
export function DecisionForm(props: DecisionFormProps) {
  const { consequence, button, children, ...form } = props;
  const message = answerTo(form.answer, form.intent)?.message;
  return (
    <PanelForm {...form} submit={button} look={{ variant: "primary", size: "md", block: true }}>
      <p className="review__text">{consequence}</p>
      {message && (
        <Notice tone="rejected" role="alert">
          {message}
        </Notice>
      )}
      {children}
    </PanelForm>
  );
}

interface UndoFormProps {
  decision: DecisionRow;
  values: Readonly<Record<string, string>>;
  answer: ActFormProps["answer"];
  /** A further sentence about what the undo causes. */
  consequence?: string;
}

/** The form that undoes a decision. */
export function UndoForm({ decision, values, answer, consequence }: UndoFormProps) {
  const { id, kind, byEmail } = decision;
  const sentences = [
    `Undoes: ${choiceLabels[kind].done.toLowerCase()}, by ${byEmail}.`,
    consequence,
    "Emails already sent and the order's status stay as they are.",
  ];
  return (
    <DecisionForm
      intent="undo"
      fields={decisionFields.undo}
      values={{ ...values, decisionId: String(id) }}
      answer={answer}
      consequence={sentences.filter(Boolean).join(" ")}
      button="Undo this decision"
    />
  );
}
