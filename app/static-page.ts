import { createContext, use } from "react";
import { useLocation, useMatches } from "react-router";
import { FailedDocument } from "./failed-request.ts";

/** The `handle` of a route whose page does not hydrate at once. */
export interface StaticPageHandle {
  /** The page works with `page-script.js` alone: it loads no other script, and is not hydrated. */
  isStatic?: boolean;
  /** The page works without JavaScript, too: it is hydrated when a field of it takes the focus. */
  hydratesWhenUsed?: boolean;
}

/** What the server knows about the document that it renders. */
interface SentDocument {
  /** A GET was answered with 200. A page with the errors of a form is hydrated at once, and moves the focus to them. */
  isPlain: boolean;
  /** The paths of the scripts of the checkout, and of this page. */
  checkoutFiles: readonly string[];
  ownFiles: readonly string[];
}

/** Null in the browser. */
export const SentDocument = createContext<SentDocument | null>(null);

interface ScriptLoading {
  scripts: "at-once" | "when-used" | "never";
  /** The paths of the scripts to prefetch when the browser is idle. */
  prefetched?: readonly string[];
}

/**
 * Returns when this page loads its scripts. One with a toast in its URL is hydrated at once, and so is a failed one, any
 * in development, where an edit shows at once, and one that the router opens in a page that has its scripts already.
 */
export function useScriptLoading(): ScriptLoading {
  const isFailed = use(FailedDocument) !== null;
  const sent = use(SentDocument);
  const { search } = useLocation();
  const handle = useMatches().at(-1)?.handle as StaticPageHandle | undefined;
  if (import.meta.env.DEV || !sent || isFailed || new URLSearchParams(search).has("notice"))
    return { scripts: "at-once" };
  if (handle?.isStatic) return { scripts: "never", prefetched: sent.checkoutFiles };
  if (handle?.hydratesWhenUsed && sent.isPlain)
    return { scripts: "when-used", prefetched: sent.ownFiles };
  return { scripts: "at-once" };
}
