import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { href, useFetcher } from "react-router";
import type { DeliverResult } from "./deliver-result.ts";

interface SubmissionProps {
  values: Record<string, string>;
  /** Called once, when the list has been loaded again. */
  onResult: (result: DeliverResult) => void;
}

interface Sent extends SubmissionProps {
  key: number;
}

interface Submissions {
  /** To be rendered. */
  submissions: ReactNode;
  /** Posts a form of the work list without navigating. Several may be under way at once. */
  send: (values: SubmissionProps["values"], onResult: SubmissionProps["onResult"]) => void;
}

/** Returns how to post forms of the work list, and the components that do. */
export function useSubmissions(): Submissions {
  const [sent, setSent] = useState<Sent[]>([]);
  const keys = useRef(0);
  return {
    submissions: sent.map(({ key, values, onResult }) => (
      <Submission
        key={key}
        values={values}
        onResult={(result) => {
          setSent((all) => all.filter((each) => each.key !== key));
          onResult(result);
        }}
      />
    )),
    send: (values, onResult) => {
      keys.current += 1;
      const key = keys.current;
      setSent((all) => [...all, { key, values, onResult }]);
    },
  };
}

/** Posts one form of the work list. */
function Submission({ values, onResult }: SubmissionProps) {
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
