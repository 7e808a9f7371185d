import { randomUUID } from "node:crypto";
import { data, href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useStickyActionData } from "#app/live.ts";
import { withNotice } from "#app/notices.ts";
import { withFallback } from "#app/office/with-fallback.ts";
import { redirect } from "#app/redirects.ts";
import { adminTitle } from "#app/root-data.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { localDate } from "#lib/days.ts";
import { textOf } from "#lib/form.ts";
import {
  parsePercent,
  parseRows,
  readRows,
  repricedRows,
  rowsOnTopOf,
} from "#shop/catalog/package-rows.ts";
import { updatePackageRows } from "#shop/catalog/package-changes.server.ts";
import { listAllPackages } from "#shop/catalog/packages.server.ts";
import { PackagesHead } from "../packages/packages-head.tsx";
import { rememberPackagesView } from "../packages/view.server.ts";
import type { Route } from "./+types/route";
import { PackageTable, type TableActionData } from "./package-table.tsx";
import "./packages-table.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Packages", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db, secure } = args.context.get(servicesContext);
  const { timeZone } = await settingsOf(args.context);
  const loaded = {
    packages: await listAllPackages(db),
    today: localDate(new Date(), timeZone),
    timeZone,
  };
  return data(loaded, { headers: await rememberPackagesView("table", { secure }) });
}

export { shouldRevalidate } from "#app/office/should-revalidate.ts";

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const rows = readRows(form);
  const percent = textOf(form, "percent");
  const shown = { key: randomUUID(), percent };
  const reply = (status: number, actionData: Omit<TableActionData, "key" | "percent">) =>
    data<TableActionData>({ ...shown, ...actionData }, { status });

  if (textOf(form, "intent") === "preview") {
    const change = parsePercent(percent);
    return change.ok
      ? reply(200, { rows: repricedRows(rows, change.value), isPreview: true })
      : reply(400, { rows, percentError: change.error });
  }
  if (textOf(form, "intent") !== "save") throw data(null, { status: 400 });
  const edits = parseRows(rows);
  if (!edits.ok) return reply(400, { rows, errors: edits.error });
  const by = { actor: actorOf(args.context), now: new Date() };
  const saved = await updatePackageRows(db, { ...by, edits: edits.value });
  if (saved.ok) return redirect(withNotice(href("/admin/packages/table"), "packages-updated"));
  if (saved.error === "forbidden") throw redirect("/");
  return reply(409, {
    rows: rowsOnTopOf(await listAllPackages(db), rows),
    errors: saved.error,
    message:
      "Someone changed packages in the meantime, and nothing was saved. Check the marked fields: Save Changes replaces them with yours.",
  });
}

/** Keeps what was typed on network and server errors. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  return withFallback(serverAction, (): TableActionData => {
    const message = "An error occurred while saving the packages";
    const percent = textOf(form, "percent");
    const key = String(performance.now());
    return { key, rows: readRows(form), percent, message };
  });
}

/** The packages as a table that is edited in place. */
export default function PackagesTablePage({ loaderData }: Route.ComponentProps) {
  const actionData = useStickyActionData<TableActionData>();
  return (
    <>
      <PackagesHead view="table">
        Days begin at midnight in the shop’s time zone, {loaderData.timeZone}.
      </PackagesHead>
      <PackageTable key={actionData?.key} {...loaderData} actionData={actionData} />
    </>
  );
}
