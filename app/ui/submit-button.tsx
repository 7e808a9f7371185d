import { useRef } from "react";
import { useLocation, useNavigation } from "react-router";
import { type ButtonProps, Button } from "./button.tsx";

export interface SubmitButtonProps extends Omit<ButtonProps, "busy" | "type" | "onClick"> {
  /** The value of the form's field `intent`, which identifies the form being submitted. */
  intent: string;
  /** Further values that tell the form from others with this intent. */
  values?: Readonly<Record<string, string>>;
}

/**
 * Submits its form once and is busy until the response. Not for forms with validation of their own, which may prevent the
 * submission.
 */
export function SubmitButton({ intent, values, ...rest }: SubmitButtonProps) {
  const { key } = useLocation();
  const sentFrom = useRef<string | null>(null);
  const busy = useIsSubmitting(intent, values);
  return (
    <Button
      {...rest}
      type="submit"
      busy={busy}
      onClick={(event) => {
        if (isRefused(event.currentTarget.form)) return;
        // A second click may come before `busy` is rendered. Every response has a new location key.
        if (sentFrom.current === key) event.preventDefault();
        sentFrom.current = key;
      }}
    />
  );
}

/** True for a form that the browser itself refuses to submit, as a required field is empty. */
function isRefused(form: HTMLFormElement | null): boolean {
  return form !== null && !form.noValidate && form.matches(":invalid");
}

/** Whether the form with this intent and these values is being submitted. */
export function useIsSubmitting(
  intent: string,
  values: Readonly<Record<string, string>> = {},
): boolean {
  const { state, formData } = useNavigation();
  const isSent = ([name, value]: [string, string]) => formData?.get(name) === value;
  return state !== "idle" && Object.entries({ ...values, intent }).every(isSent);
}
