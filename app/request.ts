import { createContext } from "react-router";
import type { Log } from "#lib/log.ts";

/** Metadata of the current request. */
export interface RequestNotes {
  /** The id in the log and in the header `X-Request-Id`. */
  id: string;
  /** The log, with the request's id in every line. */
  log: Log;
  /** The pattern of the matched route, such as `/packages/:packageId`; URLs are not logged. */
  route: string;
}

export const requestContext = createContext<RequestNotes>();
