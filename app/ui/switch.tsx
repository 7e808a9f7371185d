import { type ComponentProps, type ReactNode, useId } from "react";

export interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "role"> {
  label: string;
  hint?: ReactNode;
}

/** A toggle switch. It is a checkbox, so its field is submitted only when it is on. */
export function Switch({ label, hint, ...input }: SwitchProps) {
  const id = useId();
  return (
    <label className="switch">
      <span className="switch__text">
        <span id={`${id}-label`}>{label}</span>
        {hint && (
          <span className="switch__hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
      <input
        {...input}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says so itself
        role="switch"
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
    </label>
  );
}
