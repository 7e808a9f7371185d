import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { FailedDocument, noteFailedAnswers } from "./failed-request.ts";

noteFailedAnswers();
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
