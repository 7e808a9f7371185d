import { createContext, use } from "react";

/** The id of the request for this document if it failed. */
export const FailedDocument = createContext<string | null>(null);

/** The id of the last fetch that failed. */
let failed: string | null = null;

/** Records the ids of failed fetch responses, whose headers React Router does not expose. */
export function recordFailedResponses(): void {
  const originalFetch = window.fetch.bind(window);
  window.fetch = async (...request) => {
    const response = await originalFetch(...request);
    if (response.status >= 500) failed = response.headers.get("x-request-id");
    return response;
  };
}

/** Returns the id under which the log has the latest failed request; null if the server did not fail. */
export function useFailedRequest(): string | null {
  const ofDocument = use(FailedDocument);
  return failed ?? ofDocument;
}
