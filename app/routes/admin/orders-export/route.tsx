import { data, href } from "react-router";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { formatOf, tableFile } from "#app/table-file.server.ts";
import { isOrderId } from "#shop/orders/order.ts";
import { exportHead } from "#shop/orders/order-columns.ts";
import { exportOrders } from "#shop/orders/order-export.server.ts";
import type { Route } from "./+types/route";
import { orderList, orderQueryOf } from "../orders/order-query.ts";

/** Page size limit of the list: at most one page can be selected. */
const IDS_MAX = 100;

/** Redirects a GET to the list: exports are audited and need a POST. */
export function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  throw redirect(href("/admin/orders"));
}

/** Exports the selected orders as CSV or for Excel; without a selection, all that match the search parameters. */
export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const ids = form.getAll("ids").map(String);
  if (ids.length > IDS_MAX || !ids.every(isOrderId)) throw data(null, { status: 400 });
  const { filter, sort } = orderQueryOf(orderList.parse(args.url.searchParams));
  const what = ids.length > 0 ? { orderIds: ids } : { filter, sort };
  const now = new Date();
  const { signal } = args.request;
  const result = await exportOrders(db, { what, actor: actorOf(args.context), now, signal });
  if (!result.ok) throw redirect("/");
  return tableFile(formatOf(form), `orders-${now.toISOString().slice(0, 10)}`, {
    head: exportHead,
    batches: result.value,
  });
}
