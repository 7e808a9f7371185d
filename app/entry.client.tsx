import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { FailedDocument, recordFailedResponses } from "./failed-request.ts";
import { openPressedPage, rememberPressedPage } from "./upgraded-page.ts";

openPressedPage();
recordFailedResponses();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <FailedDocument value={document.documentElement.dataset.failedRequest ?? null}>
        <HydratedRouter instrumentations={[rememberPressedPage]} />
      </FailedDocument>
    </StrictMode>,
  );
});
