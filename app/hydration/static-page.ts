import { createContext, use } from "react";
import { useLocation, useMatches } from "react-router";
import { FailedDocument } from "./failed-request.ts";

/** When a page loads the framework, and is hydrated. */
export type Hydration =
  | "at-once"
  /** After the first paint, which the scripts then do not delay; or before, as soon as it is used. */
  | "when-painted"
  /** When a field takes the focus. The page works without JavaScript, too. */
  | "when-used"
  /** It works with `page-script.js` alone. */
  | "never";

/** What the `handle` of a route says of its page. */
export interface PageHandle {
  hydrates?: Hydration;
  /** The page signs in with passkeys, before it is hydrated, too. */
  passkeys?: boolean;
}

/** What the server knows about the document that it renders. */
interface SentDocument {
  /** A GET was answered with 200. A page with the errors of a form is hydrated at once, and moves the focus to them. */
  isPlain: boolean;
  /** The paths of the scripts of the checkout, and of this page. */
  checkoutFiles: readonly string[];
  ownFiles: readonly string[];
  /** Where the browser loads the texts of the page's language. */
  textsPath: string;
}

/** Null in the browser. */
export const SentDocument = createContext<SentDocument | null>(null);

/**
 * Returns when this page is hydrated. One that would wait for its use is hydrated at once if it has a toast in its URL or
 * the errors of a form; so is a failed one, any in development, where an edit shows at once, and one that the router opens
 * in a page that has loaded the framework.
 */
export function useHydration(): Hydration {
  const isFailed = use(FailedDocument) !== null;
  const sent = use(SentDocument);
  const { search } = useLocation();
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  const hydrates = handle?.hydrates ?? "at-once";
  if (import.meta.env.DEV || !sent || isFailed) return "at-once";
  if (hydrates === "when-painted") return hydrates;
  if (new URLSearchParams(search).has("notice")) return "at-once";
  return hydrates === "when-used" && !sent.isPlain ? "at-once" : hydrates;
}
