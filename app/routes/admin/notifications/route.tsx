import { servicesContext } from "#app/context.ts";
import { requireAdmin } from "#app/session.server.ts";
import { type NewsSince, placeOf } from "#shop/admin/news.ts";
import { newsAfter } from "#shop/admin/notifications.server.ts";
import type { Route } from "./+types/route";

/** Returns the events since the position `after` as JSON. */
export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const place = placeOf(args.url.searchParams.get("after") ?? "");
  if (!place) return new Response("There is no such place", { status: 400 });
  return Response.json((await newsAfter(db, place)) satisfies NewsSince);
}
