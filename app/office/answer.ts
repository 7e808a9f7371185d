import { useEffect } from "react";
import { type Answer, useLastAnswer } from "#app/answer.ts";
import { useRefresh } from "#app/live.ts";

/** Returns the answer of a form that could not be sent, which stays open with its content. */
export function notSent(message: string): Answer {
  return { intent: "", typed: null, errors: {}, message, shown: null };
}

/**
 * Returns the answer to the last form of a screen. One without a field to blame means that the page was out of date,
 * which refreshes it.
 */
export function useAnswer<Action>() {
  const answer = useLastAnswer<Action>();
  const refresh = useRefresh();
  const message = answer?.message;
  useEffect(() => {
    if (message != null) refresh();
  }, [answer, message, refresh]);
  return answer;
}
