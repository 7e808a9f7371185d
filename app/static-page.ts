import { createContext, use } from "react";
import { useLocation, useMatches } from "react-router";
import { FailedDocument } from "./failed-request.ts";

/** The `handle` of a route whose page works with `page-script.js` alone: it loads no other script, and is not hydrated. */
export interface StaticPageHandle {
  isStatic?: boolean;
}

/** The paths of the scripts that the checkout loads, which static pages prefetch when the browser is idle. */
export const CheckoutFiles = createContext<readonly string[]>([]);

/**
 * Returns whether this page is sent as a static one. One with a toast in its URL is not, and neither is a failed one, nor
 * any in development, where an edit shows at once; nor one that the router opens in a page that has its scripts already.
 */
export function useIsStatic(): boolean {
  const isFailed = use(FailedDocument) !== null;
  const { search } = useLocation();
  const handle = useMatches().at(-1)?.handle as StaticPageHandle | undefined;
  if (import.meta.env.DEV || !import.meta.env.SSR) return false;
  return Boolean(handle?.isStatic) && !isFailed && !new URLSearchParams(search).has("notice");
}
