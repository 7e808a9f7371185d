import { type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";

export interface Labelling {
  label: string;
  /** Read, not seen; where the place says what it is. */
  labelUnseen?: boolean;
  hint?: ReactNode;
  /** What is wrong with the value; shown beside the field and read with it. */
  error?: string | null;
  /** Says 'Optional' beside the label. */
  optional?: boolean;
}

interface Described {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

export interface LabelledProps extends Labelling {
  id?: string;
  className?: string;
  /** The control, which takes what connects it with label, hint and error. */
  children: (described: Described) => ReactNode;
}

/** What stands around a control: its label, what is wrong with it, and a hint. */
export function Labelled(props: LabelledProps) {
  const { label, labelUnseen, hint, error, optional, className, children } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(" ") || undefined;
  return (
    <div className={["field", error && "field--error", className].filter(Boolean).join(" ")}>
      <label className={labelUnseen ? "sr" : "field__label"} htmlFor={id}>
        {label} {optional && <span className="field__opt">Optional</span>}
      </label>
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy })}
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
