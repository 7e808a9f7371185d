import { data } from "react-router";
import { servicesContext } from "#app/context.ts";
import { requireTeam } from "#app/session.server.ts";
import { metricDaysOf } from "#app/shop-cache.server.ts";
import { formatOf, inOneBatch, tableFile } from "#app/table-file.server.ts";
import { tableOfReport } from "#shop/reports/report-table.ts";
import { readReport } from "#shop/reports/reports.server.ts";
import type { Route } from "./+types/route";
import { periodOf } from "../reports/period-search.ts";

/** Downloads the figures of a report as CSV or for Excel. They name no customer, so this is not audited. */
export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { context, url } = args;
  const period = periodOf(url.searchParams);
  if (!period.ok) throw data(null, { status: 400 });
  const { zone: timeZone } = await metricDaysOf(context);
  const { db } = context.get(servicesContext);
  const report = await readReport(db, period.value, { timeZone, now: new Date() });
  const { head, rows } = tableOfReport(report);
  return tableFile(context, formatOf(url.searchParams), `report-${report.from}-to-${report.to}`, {
    head,
    batches: inOneBatch(rows),
    sheet: "Report",
  });
}
