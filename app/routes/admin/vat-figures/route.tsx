import { servicesContext } from "#app/context.ts";
import { requireTeam } from "#app/session.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { formatOf, inOneBatch, tableFile } from "#app/table-file.server.ts";
import { localDate } from "#lib/days.ts";
import { readVat } from "#shop/reports/vat.server.ts";
import { vatHead, vatRow } from "#shop/reports/vat.ts";
import type { Route } from "./+types/route";
import { yearOf } from "../vat/vat-year.ts";

/** Downloads the VAT of a year as CSV or for Excel. It names no customer, so this is not audited. */
export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { context, url } = args;
  const { db } = context.get(servicesContext);
  const { timeZone } = await settingsOf(context);
  const year = yearOf(url.searchParams, localDate(new Date(), timeZone));
  const sums = await readVat(db, year, timeZone);
  return tableFile(context, formatOf(url.searchParams), `vat-${year}`, {
    head: vatHead,
    batches: inOneBatch(sums.map((sum) => vatRow(year, sum))),
    sheet: "VAT",
  });
}
