import { data, href, redirect } from "react-router";
import { actorOf } from "#app/actor.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { requireAdmin } from "#app/session.server.ts";
import { csvStream } from "#lib/csv-stream.server.ts";
import { isOrderId } from "#shop/orders/order.ts";
import { exportHead, exportOrders } from "#shop/orders/order-export.server.ts";
import type { Route } from "./+types/route";
import { parseListQuery } from "../orders/order-query.ts";

/** As many as can be ticked on a page. */
const IDS_MAX = 100;

/** A file is asked for by a form, since that is written down: its address alone leads to the list. */
export function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  throw redirect(href("/admin/orders"));
}

/** The ticked orders as CSV; without any, all that the address asks for. */
export async function action(args: Route.ActionArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const ids = (await readForm(args.request)).getAll("ids").map(String);
  if (ids.length > IDS_MAX || !ids.every(isOrderId)) throw data(null, { status: 400 });
  const { filter, sort } = parseListQuery(args.url.searchParams);
  const what = ids.length > 0 ? { orderIds: ids } : { filter, sort };
  const now = new Date();
  const { signal } = args.request;
  const result = await exportOrders(db, { what, actor: actorOf(args.context), now, signal });
  if (!result.ok) throw redirect("/");
  return new Response(csvStream(exportHead, result.value), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="orders-${now.toISOString().slice(0, 10)}.csv"`,
      "cache-control": "no-store",
    },
  });
}
