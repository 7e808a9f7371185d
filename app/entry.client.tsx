import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { FailedDocument, recordFailedResponses } from "./failed-request.ts";

recordFailedResponses();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <FailedDocument value={document.documentElement.dataset.failedRequest ?? null}>
        <HydratedRouter />
      </FailedDocument>
    </StrictMode>,
  );
});
