import { createContext, use } from "react";
import { useLocation, useMatches } from "react-router";
import { FailedDocument } from "./failed-request.ts";

/** What the `handle` of a route says of its page. */
export interface PageHandle {
  /** The page works with `page-script.js` alone, and loads no framework. */
  isStatic?: true;
  /** The page signs in with passkeys, before it is hydrated, too. */
  passkeys?: boolean;
}

/** What the server knows about the document that it renders. */
interface SentDocument {
  /** The paths of the scripts of the checkout. */
  checkoutFiles: readonly string[];
  /** Where the browser loads the texts of the page's language. */
  textsPath: string;
}

/** Null in the browser. */
export const SentDocument = createContext<SentDocument | null>(null);

/**
 * Returns whether this page loads the framework. So does a static one with a toast in its URL, a failed one, any in
 * development, where an edit shows at once, and one that the router opens in a page that has loaded it.
 */
export function useLoadsFramework(): boolean {
  const isFailed = use(FailedDocument) !== null;
  const sent = use(SentDocument);
  const { search } = useLocation();
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  if (import.meta.env.DEV || !sent || isFailed || !handle?.isStatic) return true;
  return new URLSearchParams(search).has("notice");
}
