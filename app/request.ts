import { createContext as createReactContext, use } from "react";
import { createContext, useLocation, useRouteLoaderData } from "react-router";
import type { Log } from "#lib/log.ts";

/** What the server knows of the request that it answers. */
export interface RequestNotes {
  /** What the log and the header `X-Request-Id` call it. */
  id: string;
  /** The log, with the request's id in every line. */
  log: Log;
  /** The route that answers, such as `/packages/:packageId`: addresses themselves are not logged. */
  route: string;
}

export const requestContext = createContext<RequestNotes>();

/** The id of the request that brought this document. */
export const DocumentRequestId = createReactContext<string | null>(null);

/** The id of the request that brought what is shown, to be found in the log by it; null where that is not known. */
export function useRequestId(): string | null {
  const root = useRouteLoaderData<{ requestId: string }>("root");
  const documentId = use(DocumentRequestId);
  // Later navigations have ids of their own; where not even the root's data came, nobody tells us.
  const isFirst = useLocation().key === "default";
  return root?.requestId ?? (isFirst ? documentId : null);
}
