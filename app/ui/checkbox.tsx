import { type ComponentProps, type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  /** The validation error; shown below the checkbox and read with it. */
  error?: string | null;
}

/** A checkbox and its label, which may contain links. */
export function Checkbox({ label, error, id, ...input }: CheckboxProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const errorId = error ? `${inputId}-error` : undefined;
  return (
    <div className={error ? "field field--error" : "field"}>
      <label className="check" htmlFor={inputId}>
        <input
          {...input}
          type="checkbox"
          id={inputId}
          aria-invalid={error ? true : input["aria-invalid"]}
          aria-describedby={errorId}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p className="field__error" id={errorId}>
          <Icon name="alert" size="sm" />
          {error}
        </p>
      )}
    </div>
  );
}
