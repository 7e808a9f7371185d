import { isRouteErrorResponse } from "react-router";
import { servicesContext } from "#app/context.ts";
import { requireAdmin } from "#app/session.server.ts";
import { quickSearch } from "#shop/search/searches.server.ts";
import type { Route } from "./+types/route";

/** What the quick search found for a text, as JSON. */
export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const text = args.url.searchParams.get("q") ?? "";
  return { text, hits: await quickSearch(db, text, args.request.signal) };
}

/** A search that fails says so in its dialog, and leaves the page as it is. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500))
      throw error;
    return { text: new URL(request.url).searchParams.get("q") ?? "", hits: null };
  }
}
