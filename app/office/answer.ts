import { useEffect } from "react";
import { useActionData } from "react-router";
import { useRefresh, useStickyActionData } from "#app/live.ts";
import type { FieldErrors } from "#lib/form.ts";

/** What a form of the back office is answered with, unless the answer leads to another page. */
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

/** Returns the answer of a form that could not be sent, which stays open with its content. */
export function notSent(message: string): Answer {
  return { intent: "", typed: null, errors: {}, message, shown: null };
}

/** What was typed: the values of each field, several of a list of checkboxes. */
export type Typed = Readonly<Record<string, readonly string[]>>;

/**
 * Returns the answer to the last form, until the next navigation: also while the page is refreshed, as a live page is at
 * any time. An answer without a field to blame means that the page was out of date, which refreshes it.
 */
export function useAnswer<Action>(): AnswerOf<Action> | null {
  const answer = useStickyActionData(useActionData<Answer<unknown>>());
  const refresh = useRefresh();
  useEffect(() => {
    if (answer?.message != null) refresh();
  }, [answer, refresh]);
  return (answer ?? null) as AnswerOf<Action> | null;
}

/** The answers of an action made by `officeAction`. */
type AnswerOf<Action> = Action extends (...args: never[]) => Promise<infer Response>
  ? Response extends { data: infer Given extends Answer<unknown> }
    ? Given
    : never
  : never;
