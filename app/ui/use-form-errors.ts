import type { ChangeEvent, RefObject, SubmitEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

type Errors<Name extends string> = Partial<Record<Name, string>>;

export interface FormErrors<Name extends string> {
  errors: Errors<Name>;
  /** To be spread on the form. */
  form: {
    ref: RefObject<HTMLFormElement | null>;
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
    onChange: (event: ChangeEvent<HTMLFormElement>) => void;
  };
}

/**
 * A form's errors: those the server answered with, or those `check` finds before anything is sent.
 * The first wrong field takes the focus, and an error goes once its field is edited.
 */
export function useFormErrors<Name extends string>(
  serverErrors: Errors<Name> | undefined,
  check: (data: FormData) => Errors<Name>,
): FormErrors<Name> {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors<Name>>(serverErrors ?? {});
  const [round, setRound] = useState(0);

  // Each answer has a new location key, so that the same error twice is shown twice.
  const answer = useLocation().key + JSON.stringify(serverErrors ?? null);
  const [shownAnswer, setShownAnswer] = useState(answer);
  if (shownAnswer !== answer) {
    setShownAnswer(answer);
    setErrors(serverErrors ?? {});
    setRound(round + 1);
  }

  useEffect(() => {
    const wrong = ref.current?.querySelector<HTMLElement>("[aria-invalid='true']");
    wrong?.focus();
  }, [round]);

  return {
    errors,
    form: {
      ref,
      onSubmit: (event) => {
        const found = check(new FormData(event.currentTarget));
        setErrors(found);
        if (Object.keys(found).length === 0) return;
        event.preventDefault();
        setRound(round + 1);
      },
      onChange: (event) => {
        const field: EventTarget = event.target;
        if (!(field instanceof HTMLInputElement) || !(field.name in errors)) return;
        setErrors({ ...errors, [field.name]: undefined });
      },
    },
  };
}
