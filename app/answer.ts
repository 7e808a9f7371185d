import type { FieldErrors } from "#lib/form.ts";
import { useStickyActionData } from "./live.ts";

/** What a form is answered with, unless the answer leads to another page. */
export interface Answer<Shown = never> {
  /** The form that was sent. */
  intent: string;
  /** The values of each field, to fill the form in again; none after a success. */
  typed: Typed | null;
  errors: FieldErrors<string>;
  /** Why nothing was changed, where no field is to blame. */
  message: string | null;
  /** What is shown once, such as a new key. */
  shown: Shown | null;
}

/** What was typed: the values of each field, several of a list of checkboxes. */
export type Typed = Readonly<Record<string, readonly string[]>>;

/** Returns the answer to the last form, until the next navigation: also while a live page is refreshed. */
export function useLastAnswer<Action>(): AnswerOf<Action> | null {
  const answer = useStickyActionData<Answer<unknown>>();
  return (answer ?? null) as AnswerOf<Action> | null;
}

/** The answers of an action. */
type AnswerOf<Action> = Action extends (...args: never[]) => Promise<infer Response>
  ? Answer<ShownIn<Response>>
  : never;

/** What one of them shows. */
type ShownIn<Response> = Response extends { data: Answer<infer Shown> } ? Shown : never;

/** Returns the answer to the form with this intent; null for those to others. */
export function answerTo<Shown>(
  answer: Answer<Shown> | null,
  intent: string,
): Answer<Shown> | null {
  return answer?.intent === intent ? answer : null;
}

/** Returns what was typed into a field of one value; undefined for a form that was not answered. */
export function typedText(answer: Answer<unknown> | null, field: string): string | undefined {
  return answer?.typed?.[field]?.[0];
}
