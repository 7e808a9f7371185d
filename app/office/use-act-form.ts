import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { useIsSubmitting } from "#app/ui/submit-button.tsx";
import { type Fields, fieldTexts, readFields } from "#lib/fields.ts";
import type { FieldErrors } from "#lib/form.ts";
import type { Result } from "#lib/result.ts";
import { type Answer, answerTo } from "#app/answer.ts";

/** One form of a screen. */
export interface ActFormProps {
  /** The form's `intent`, which names the act. */
  intent: string;
  fields: Fields;
  /** Reads the form, where a rule is about several fields. */
  read?: (form: FormData) => Result<unknown, FieldErrors<string>>;
  /** Hidden fields. */
  values?: Readonly<Record<string, string>>;
  /** The stored record, or what a new one begins with; left out for empty fields. */
  stored?: Readonly<Record<string, unknown>> & { version?: number };
  /** The answer to the last form of the screen. */
  answer: Answer<unknown> | null;
  /** The label of the button that sends the form. */
  submit: string;
}

/** Returns what the fields show after the last answer, whether the form is being sent, and the attributes of its element. */
export function useActForm(props: ActFormProps) {
  const { intent, fields, stored } = props;
  const answer = answerTo(props.answer, intent);
  const read = props.read ?? ((form) => readFields(fields, form));
  const { errors, form } = useFormErrors(answer?.errors, read);
  const texts = answer?.typed ? fieldTexts(fields, answer.typed) : fieldTexts(fields, stored);
  return { answer, errors, texts, form, busy: useIsSubmitting(intent) };
}
