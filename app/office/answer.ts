import { useEffect } from "react";
import { useLastAnswer } from "#app/answer.ts";
import { useRefresh } from "#app/live.ts";

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
