import {
  type ChangeEvent,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { useLocation } from "react-router";
import type { FieldErrors } from "#lib/form.ts";
import type { Result } from "#lib/result.ts";

export interface FormErrors<Name extends string> {
  errors: FieldErrors<Name>;
  /** To be spread on the form. */
  form: {
    ref: RefObject<HTMLFormElement | null>;
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
    onChange: (event: ChangeEvent<HTMLFormElement>) => void;
  };
}

/**
 * Holds the errors of a form: those the server answered with, or those `parse` finds before anything is sent.
 * The first invalid field takes the focus, and an error disappears once its field is edited.
 */
export function useFormErrors<Name extends string>(
  serverErrors: FieldErrors<Name> | undefined,
  parse?: (form: FormData) => Result<unknown, FieldErrors<Name>>,
): FormErrors<Name> {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors<Name>>(serverErrors ?? {});
  const [attempt, setAttempt] = useState(0);

  // Each answer has a new location key, so that the same error twice is shown twice.
  const answer = useLocation().key + JSON.stringify(serverErrors ?? null);
  const [shownAnswer, setShownAnswer] = useState(answer);
  if (shownAnswer !== answer) {
    setShownAnswer(answer);
    setErrors(serverErrors ?? {});
    setAttempt(attempt + 1);
  }

  useEffect(() => {
    const invalid = ref.current?.querySelector<HTMLElement>("[aria-invalid='true']");
    invalid?.focus();
  }, [attempt]);

  return {
    errors,
    form: {
      ref,
      onSubmit: (event) => {
        const parsed = parse?.(new FormData(event.currentTarget));
        const found = !parsed || parsed.ok ? {} : parsed.error;
        setErrors(found);
        if (Object.keys(found).length === 0) return;
        event.preventDefault();
        setAttempt(attempt + 1);
      },
      onChange: (event) => {
        const name = nameOf(event.target);
        if (name !== null && name in errors) setErrors({ ...errors, [name]: undefined });
      },
    },
  };
}

/** Returns the name of a field; null for other elements. */
function nameOf(field: EventTarget): string | null {
  const isField =
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement;
  return isField ? field.name : null;
}

/**
 * Returns the version a form submits for optimistic locking: the one it was opened with, although live updates may
 * have refreshed the page since. Once the user has seen the conflict message, it is the current version.
 */
export function useBaseVersion(
  currentVersion: number | undefined,
  conflictShown: boolean,
): number | undefined {
  const [openedVersion] = useState(currentVersion);
  return conflictShown ? currentVersion : openedVersion;
}
