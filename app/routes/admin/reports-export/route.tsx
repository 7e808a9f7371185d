import { data, href } from "react-router";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { formatOf, tableFile } from "#app/table-file.server.ts";
import { exportHead } from "#shop/order-list/order-columns.ts";
import { exportOrders } from "#shop/order-list/order-export.server.ts";
import { countOrders } from "#shop/reports/reports.server.ts";
import { periodOf } from "../reports/period-search.ts";
import type { Route } from "./+types/route";

/** Redirects a GET to the report: exports are audited and need a POST. */
export function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  throw redirect(`${href("/admin/reports")}${args.url.search}`);
}

/** Streams the orders of a custom period as CSV or for Excel. */
export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { context, request, url } = args;
  const { db } = context.get(servicesContext);
  const period = periodOf(url.searchParams);
  if (!period.ok || period.value.kind !== "custom") throw data(null, { status: 400 });
  const { from, to } = period.value;
  const format = formatOf(await readForm(request));
  const exported = await exportOrders(db, {
    what: {
      filter: { status: null, search: "", period: "custom", from, to },
      sort: { by: "created", descending: false },
    },
    from: "report",
    actor: actorOf(context),
    now: new Date(),
  });
  if (!exported.ok) throw redirect("/");
  return tableFile(context, format, `orders-${from}-to-${to}`, {
    head: exportHead,
    batches: exported.value,
    // For the progress bar.
    headers: { "x-orders": String(await countOrders(db, { from, to })) },
  });
}
