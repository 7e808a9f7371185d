import { createContext } from "react-router";
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
