import { href } from "react-router";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { formatOf, tableFile } from "#app/table-file.server.ts";
import { customerHead, exportCustomers } from "#shop/customers/customer-export.server.ts";
import type { Route } from "./+types/route";
import { readSort } from "#app/office/list-query.ts";
import { customerList } from "../customers/customer-list.ts";

/** Redirects a GET to the list: exports are audited and need a POST. */
export function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  throw redirect(href("/admin/customers"));
}

/** Streams the customers that match the search parameters as CSV or for Excel. */
export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const format = formatOf(await readForm(args.request));
  const { q: search, only: filter, sort } = customerList.parse(args.url.searchParams);
  const what = { search, filter, ...readSort(sort, "since") };
  const now = new Date();
  const { signal } = args.request;
  const result = await exportCustomers(db, { what, actor: actorOf(args.context), now, signal });
  if (!result.ok) throw redirect("/");
  return tableFile(format, `customers-${now.toISOString().slice(0, 10)}`, {
    head: customerHead,
    batches: result.value,
  });
}
