import type { ReactNode } from "react";
import { t } from "#messages/translate.ts";
import { type IconName, Icon } from "./icon.tsx";

export interface ProgressStep {
  label: string;
  /** The date, or what the step does. */
  detail?: ReactNode;
  state: "done" | "now" | "todo";
  /** The icon while the step is not done. */
  icon?: IconName;
}

export interface ProgressProps {
  steps: readonly ProgressStep[];
  /** Draws every step in red, because the process was stopped. */
  rejected?: boolean;
  label?: string;
}

const announcements = {
  done: "ui.stepDone",
  now: "ui.stepNow",
  todo: "ui.stepLater",
} as const;

/** The progress of a process the visitor only watches. For a task they complete themselves see Stepper. */
export function Progress({ steps, rejected = false, label }: ProgressProps) {
  return (
    <ol className={rejected ? "progress progress--rejected" : "progress"} aria-label={label}>
      {steps.map((step) => {
        const stopped = rejected && step.state !== "done";
        const icon = step.state === "done" ? "check" : stopped ? "x" : (step.icon ?? "clock");
        return (
          <li
            key={step.label}
            className={step.state === "todo" ? undefined : `is-${step.state}`}
            aria-current={step.state === "now" ? "step" : undefined}
          >
            <span className="progress__dot">
              <Icon name={icon} />
            </span>
            <span className="progress__label">
              {step.label}
              <span className="sr">
                {t(stopped ? "ui.stepStopped" : announcements[step.state])}
              </span>
            </span>
            {step.detail && <span className="progress__detail">{step.detail}</span>}
          </li>
        );
      })}
    </ol>
  );
}
