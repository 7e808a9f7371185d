import { isRouteErrorResponse } from "react-router";
import { servicesContext } from "#app/context.ts";
import { requireTeam } from "#app/session.server.ts";
import { quickSearch } from "#shop/search/searches.server.ts";
import type { Route } from "./+types/route";
import { findSettings } from "../settings/settings-pages.ts";
import type { SearchResponse } from "./search-results.ts";

/** Returns the results of the quick search as JSON. */
export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const text = args.url.searchParams.get("q") ?? "";
  const hits = await quickSearch(db, text, args.request.signal);
  return { text, hits, settings: findSettings(text) };
}

/** Reports a failed search in the dialog instead of the error page. */
export async function clientLoader({
  request,
  serverLoader,
}: Route.ClientLoaderArgs): Promise<SearchResponse> {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500))
      throw error;
    return { text: new URL(request.url).searchParams.get("q") ?? "", hits: null, settings: [] };
  }
}
