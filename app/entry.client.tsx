import { type ReactNode, startTransition, StrictMode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { FailedDocument, recordFailedResponses } from "./hydration/failed-request.ts";
import { loadTextsAt } from "./hydration/page-texts.ts";
import { rememberPressedPage } from "./hydration/upgraded-page.ts";

recordFailedResponses();
// React has to render what the server did.
await loadTextsAt(document.documentElement.dataset.texts ?? "");
// `late-scripts.js` refuses if the document is no longer the one that was sent.
if (window.dispatchEvent(new Event("hydrate", { cancelable: true })))
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Hydrated>
          <FailedDocument value={document.documentElement.dataset.failedRequest ?? null}>
            <HydratedRouter instrumentations={[rememberPressedPage]} />
          </FailedDocument>
        </Hydrated>
      </StrictMode>,
    );
  });

/** Tells `late-scripts.js` that presses are handled from now on. Not a sibling: that would change the ids of `useId`. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    window.dispatchEvent(new Event("hydrated"));
  }, []);
  return children;
}
