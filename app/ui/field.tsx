import { type ComponentProps, type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";

export interface FieldProps extends ComponentProps<"input"> {
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value; shown beside the field and read with it. */
  error?: string | null;
  /** Wrong, and the form says what; name the place with `aria-describedby`. */
  invalid?: boolean;
  /** Says 'Optional' beside the label. */
  optional?: boolean;
  /** For what a person compares character by character. */
  mono?: boolean;
}

export function Field(props: FieldProps) {
  const { label, hint, error, invalid, optional, mono, id, className, ...input } = props;
  const ownId = useId();
  const inputId = id ?? ownId;
  const hintId = hint ? `${inputId}-hint` : undefined;
  const errorId = error ? `${inputId}-error` : undefined;
  const describedBy = [errorId, input["aria-describedby"], hintId].filter(Boolean).join(" ");
  const wrong = Boolean(error) || invalid;

  return (
    <div className={["field", wrong && "field--error", className].filter(Boolean).join(" ")}>
      <label className="field__label" htmlFor={inputId}>
        {label} {optional && <span className="field__opt">Optional</span>}
      </label>
      <input
        {...input}
        id={inputId}
        className={mono ? "input mono" : "input"}
        aria-invalid={wrong || undefined}
        aria-describedby={describedBy || undefined}
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
