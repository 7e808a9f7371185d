import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { DocumentRequestId } from "./request.ts";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <DocumentRequestId value={document.documentElement.dataset.requestId ?? null}>
        <HydratedRouter />
      </DocumentRequestId>
    </StrictMode>,
  );
});
