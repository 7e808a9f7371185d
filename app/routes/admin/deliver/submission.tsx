import { useEffect, useEffectEvent, useRef } from "react";
import { href, useFetcher } from "react-router";
import type { DeliverResult } from "./deliver-result.ts";

export interface SubmissionProps {
  values: Record<string, string>;
  /** Called once, when the list has been loaded again. */
  onResult: (result: DeliverResult) => void;
}

/** Posts a form of the work list without navigating. Several may be under way at once. */
export function Submission({ values, onResult }: SubmissionProps) {
  const { submit, state, data } = useFetcher<DeliverResult>();
  const isSent = useRef(false);
  const send = useEffectEvent(() => {
    if (isSent.current) return;
    isSent.current = true;
    void submit(values, { method: "post", action: href("/admin/deliver") });
  });
  useEffect(() => send(), []);

  const finish = useEffectEvent(onResult);
  useEffect(() => {
    if (state === "idle" && data !== undefined) finish(data);
  }, [state, data]);
  return null;
}
