import { t } from "#messages/translate.ts";
import { Icon } from "./icon.tsx";

export interface StepperProps {
  steps: readonly string[];
  /** The current step, counted from 1. */
  current: number;
  label: string;
}

/** The steps of a task the visitor completes. For a process they only watch see Progress. */
export function Stepper({ steps, current, label }: StepperProps) {
  return (
    <ol className="stepper" aria-label={label}>
      {steps.map((step, index) => {
        const number = index + 1;
        const done = number < current;
        const now = number === current;
        return (
          <li
            key={step}
            className={done ? "is-done" : now ? "is-now" : undefined}
            aria-current={now ? "step" : undefined}
          >
            <span className="stepper__n">{done ? <Icon name="check" size="sm" /> : number}</span>
            <span className="stepper__t">
              {step}
              {done && <span className="sr">{t("ui.stepDone")}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
