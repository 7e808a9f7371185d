import { data } from "react-router";
import type { Answer } from "#app/answer.ts";
import { type FieldErrors, textOf } from "#lib/form.ts";

/** Why a form changed nothing, with the status of the response; 400 if left out. */
export interface Refused {
  errors?: FieldErrors<string>;
  message?: string;
  init?: ResponseInit;
}

/** Answers a form with why nothing was changed, and with what was typed into its fields. */
export function refuse(form: FormData, fields: readonly string[], why: Refused) {
  const { errors = {}, message = null, init = { status: 400 } } = why;
  const typed = Object.fromEntries(fields.map((name) => [name, [textOf(form, name)]]));
  return data<Answer>(
    { intent: textOf(form, "intent"), typed, errors, message, shown: null },
    init,
  );
}
