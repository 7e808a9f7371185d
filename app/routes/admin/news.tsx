import { servicesContext } from "#app/context.ts";
import { requireAdmin } from "#app/session.server.ts";
import { newsAfter } from "#shop/office/news.server.ts";
import type { Route } from "./+types/news";

/** What happened after `after`, as JSON. */
export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const after = Number(args.url.searchParams.get("after"));
  return Response.json(Number.isSafeInteger(after) && after >= 0 ? await newsAfter(db, after) : []);
}
