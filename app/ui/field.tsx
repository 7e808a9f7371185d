import { type ComponentProps, type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";

export interface FieldProps extends ComponentProps<"input"> {
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value; shown beside the field and read with it. */
  error?: string | null;
  /** Says 'Optional' beside the label. */
  optional?: boolean;
  /** For what a person compares character by character. */
  mono?: boolean;
}

export function Field(props: FieldProps) {
  const { label, hint, error, optional, mono, id, className, ...input } = props;
  const ownId = useId();
  const inputId = id ?? ownId;
  const hintId = hint ? `${inputId}-hint` : undefined;
  const errorId = error ? `${inputId}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(" ") || undefined;

  return (
    <div className={["field", error && "field--error", className].filter(Boolean).join(" ")}>
      <label className="field__label" htmlFor={inputId}>
        {label}
        {optional && <span className="field__opt">Optional</span>}
      </label>
      <input
        {...input}
        id={inputId}
        className={mono ? "input mono" : "input"}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
      />
      {error && (
        <p className="field__error" id={errorId}>
          <Icon name="alert" size="sm" />
          {error}
        </p>
      )}
      {hint && (
        <p className="field__hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
