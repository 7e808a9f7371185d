import { data } from "react-router";
import { actorOf } from "#app/actor.server.ts";
import { servicesContext } from "#app/context.ts";
import { requireAdmin } from "#app/session.server.ts";
import { csvStream } from "#lib/csv.ts";
import { exportCells, exportHead, type ExportedOrder } from "#shop/reports/export.ts";
import { beginExport, exportedOrders } from "#shop/reports/exports.server.ts";
import type { Route } from "./+types/reports-export";
import { periodOf } from "./reports/period-search.ts";

/** The orders of the days in the address as a CSV file, written while it is read. */
export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { context, url } = args;
  const { db } = context.get(servicesContext);
  const search = new URLSearchParams(url.searchParams);
  search.set("period", "custom");
  const period = periodOf(search);
  if (!period.ok || period.value.kind !== "custom") throw data(null, { status: 400 });
  const { from, to } = period.value;
  const now = new Date();
  const begun = await beginExport(db, { from, to, actor: actorOf(context), now });
  if (!begun.ok) throw data(null, { status: 403 });
  return new Response(csvStream(exportHead, cellsOf(exportedOrders(db, { from, to, now }))), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="orders-${from}-to-${to}.csv"`,
      "cache-control": "private, no-store",
      "x-orders": String(begun.value.expected),
    },
  });
}

async function* cellsOf(batches: AsyncIterable<ExportedOrder[]>) {
  for await (const batch of batches) yield batch.map(exportCells);
}
