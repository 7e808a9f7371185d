import { servicesContext } from "#app/context.ts";
import { requireTeam } from "#app/session.server.ts";
import { type NotificationPage, parseCursor } from "#shop/orders/order-notifications.ts";
import { readNotifications } from "#shop/orders/order-notifications.server.ts";
import type { Route } from "./+types/route";

/** Returns the events after the cursor `after` as JSON. */
export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const cursor = parseCursor(args.url.searchParams.get("after") ?? "");
  if (!cursor) return new Response("There is no such page", { status: 400 });
  return Response.json((await readNotifications(db, cursor)) satisfies NotificationPage);
}
