import { Notice } from "#app/ui/notice.tsx";
import type { Answer } from "#app/answer.ts";
import "./office.css";

/** Says above the page why nothing was changed. */
export function AnswerNotice({ answer }: { answer: Answer<unknown> | null }) {
  if (answer?.message == null) return null;
  return (
    <Notice tone="pending" role="alert" className="office-notice">
      {answer.message}
    </Notice>
  );
}
