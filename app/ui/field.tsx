import { type ComponentProps, type ReactNode, useId } from "react";
import { isRightToLeft } from "#messages/direction.ts";
import { t } from "#messages/translate.ts";
import { Icon } from "./icon.tsx";

interface FormControlLabels {
  label: string;
  /** Hides the label from sight and keeps it for screen readers. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** The validation error; shown beside the control and read with it. */
  error?: string | null;
  /** Shows 'Optional' beside the label. */
  optional?: boolean;
  className?: string;
}

interface ControlAttributes {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

interface FormControlProps extends FormControlLabels {
  id?: string;
  /** Marks the control as invalid where the message stands elsewhere in the form. */
  invalid?: boolean;
  /** The id of a further description. */
  describedBy?: string;
  /** Renders the control with the attributes that connect it with label, hint and error. */
  children: (attributes: ControlAttributes) => ReactNode;
}

/** Renders the label, the error and the hint around a form control. */
function FormControl(props: FormControlProps) {
  const { label, labelHidden, hint, error, invalid, optional, className, children } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, props.describedBy, hintId].filter(Boolean).join(" ") || undefined;
  const wrong = Boolean(error) || invalid;
  return (
    <div className={["field", wrong && "field--error", className].filter(Boolean).join(" ")}>
      <label className={labelHidden ? "sr" : "field__label"} htmlFor={id}>
        {label} {optional && <span className="field__opt">{t("ui.optional")}</span>}
      </label>
      {children({ id, "aria-invalid": wrong || undefined, "aria-describedby": describedBy })}
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

export interface FieldProps extends FormControlLabels, ComponentProps<"input"> {
  label: string;
  /** Marks the input as invalid where `aria-describedby` names the message. */
  invalid?: boolean;
  /** Monospaced, for values that are compared character by character. */
  mono?: boolean;
}

/**
 * Returns `auto` for what is typed from left to right on a page from right to left: an "@" in front of a username would
 * move behind it.
 */
function directionOf(type = "text"): "auto" | undefined {
  const isText = ["text", "email", "tel", "url", "search"].includes(type);
  return isText && isRightToLeft() ? "auto" : undefined;
}

/** A labelled text input. */
export function Field(props: FieldProps) {
  const { label, labelHidden, hint, error, invalid, optional, mono, className, id, ...input } =
    props;
  const describedBy = input["aria-describedby"];
  return (
    <FormControl
      {...{ label, labelHidden, hint, error, invalid, optional, className, id, describedBy }}
    >
      {({ id: inputId, ...aria }) => (
        <input
          dir={directionOf(input.type)}
          {...input}
          id={inputId}
          className={mono ? "input mono" : "input"}
          {...aria}
        />
      )}
    </FormControl>
  );
}

export interface SelectProps extends FormControlLabels, Omit<ComponentProps<"select">, "size"> {
  size?: "sm" | "md";
  className?: string;
}

/** A labelled native select for five or more options. Its children are `<option>`s. */
export function Select(props: SelectProps) {
  const { label, labelHidden, hint, error, optional, size = "md", className, ...select } = props;
  return (
    <FormControl {...{ label, labelHidden, hint, error, optional, className, id: select.id }}>
      {(attributes) => (
        <select
          {...select}
          {...attributes}
          className={size === "sm" ? "input select input--sm" : "input select"}
        />
      )}
    </FormControl>
  );
}

export interface TextareaProps extends FormControlLabels, ComponentProps<"textarea"> {
  className?: string;
}

/** A labelled multi-line text input. */
export function Textarea(props: TextareaProps) {
  const { label, labelHidden, hint, error, optional, className, ...textarea } = props;
  return (
    <FormControl {...{ label, labelHidden, hint, error, optional, className, id: textarea.id }}>
      {(attributes) => (
        <textarea dir={directionOf()} {...textarea} {...attributes} className="input textarea" />
      )}
    </FormControl>
  );
}
