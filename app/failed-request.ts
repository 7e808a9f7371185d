import { createContext, use } from "react";

/** The id of the request for this document, where that failed. */
export const FailedDocument = createContext<string | null>(null);

/** The id of the last request of a script that failed. */
let failed: string | null = null;

/** Notes the ids of answers that failed: React Router keeps their headers to itself. */
export function noteFailedAnswers(): void {
  const ask = window.fetch.bind(window);
  window.fetch = async (...request) => {
    const answer = await ask(...request);
    if (answer.status >= 500) failed = answer.headers.get("x-request-id");
    return answer;
  };
}

/** By which id the log has what went wrong last; null where the server did not fail. */
export function useFailedRequest(): string | null {
  const ofDocument = use(FailedDocument);
  return failed ?? ofDocument;
}
