import { data, href, useSearchParams } from "react-router";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { readFormWithFile } from "#app/form.server.ts";
import { useStickyActionData, useLive } from "#app/live.ts";
import { type NoticeName, withNotice } from "#app/notices.ts";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { textOf } from "#lib/form.ts";
import { formatCount } from "#lib/money.ts";
import type { Result } from "#lib/result.ts";
import { countEntries, listEntries } from "#shop/methods/bank/entries.server.ts";
import {
  confirmEntries,
  type EntryError,
  recordEntry,
  setEntryIgnored,
} from "#shop/methods/bank/entry-decisions.server.ts";
import {
  type ImportResult,
  importColumns,
  importFile,
} from "#shop/methods/bank/import-file.server.ts";
import { type EntryState, entryStates } from "#shop/methods/bank/matching.ts";
import { orderOfReference } from "#shop/methods/record-receipt.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import type { BankActionData } from "./action-data.ts";
import { EntryForm } from "./entry-form.tsx";
import { EntryLine } from "./entry-line.tsx";
import { ColumnsForm } from "./columns-form.tsx";
import { ImportOutcome, UploadForm } from "./import-forms.tsx";
import "./bank.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Bank statements", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const { searchParams } = args.url;
  const view = entryStates.find((state) => state === searchParams.get("view")) ?? "new";
  const [counts, page] = await Promise.all([
    countEntries(db),
    listEntries(db, view, searchParams.get("after")),
  ]);
  return { view, counts, ...page };
}

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db, policy } = args.context.get(servicesContext);
  const { form, file } = await readFormWithFile(args.request, "file");
  const by = { actor: actorOf(args.context), policy, now: new Date() };
  const reference = textOf(form, "reference");
  const orderId = textOf(form, "orderId");
  const list = `${href("/admin/bank")}${args.url.search}`;
  const done = (notice: NoticeName) => redirect(withNotice(list, notice));

  /** Redirects to the list, or returns why the line was not changed. */
  const respond = async (result: Result<void, LineError>, notice: NoticeName) => {
    if (result.ok) return done(notice);
    if (result.error === "forbidden") throw redirect("/");
    const known =
      result.error === "known" ? await orderOfReference(db, "bank_transfer", reference) : null;
    const problem = lineProblem(result.error, known);
    const status = result.error === "no-order" ? 400 : 409;
    return data<BankActionData>({ kind: "line", reference, orderId, problem }, { status });
  };

  switch (textOf(form, "intent")) {
    case "import":
      return importResponse(await importFile(db, file, { ...by, choose: form.has("choose") }));
    case "columns":
      return importResponse(await importColumns(db, form, by));
    case "confirm": {
      const orderIds = valuesOf(form, "orderId");
      const pairs = valuesOf(form, "reference").map((reference, at) => ({
        reference,
        orderId: orderIds[at] ?? "",
      }));
      const result = await confirmEntries(db, { ...by, pairs });
      if (!result.ok) throw redirect("/");
      if (result.value.left === 0)
        return done(pairs.length === 1 ? "payment-recorded" : "payments-recorded");
      return data<BankActionData>({ kind: "left", ...result.value }, { status: 409 });
    }
    case "record":
      return respond(await recordEntry(db, { ...by, reference, orderId }), "payment-recorded");
    case "unassigned": {
      const unassigned = { ...by, reference, orderId: null };
      return respond(await recordEntry(db, unassigned), "recorded-unassigned");
    }
    case "aside":
      return respond(
        await setEntryIgnored(db, { ...by, reference, ignored: true }),
        "line-set-aside",
      );
    case "back":
      return respond(
        await setEntryIgnored(db, { ...by, reference, ignored: false }),
        "line-taken-back",
      );
    default:
      throw data(null, { status: 400 });
  }
}

function valuesOf(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === "string");
}

function importResponse(response: ImportResult | "forbidden") {
  if (response === "forbidden") throw redirect("/");
  return data<BankActionData>(response, { status: response.kind === "problem" ? 400 : 200 });
}

type LineError = EntryError | "no-order" | "known";

function lineProblem(error: Exclude<LineError, "forbidden">, knownFor: string | null): string {
  switch (error) {
    case "no-order":
      return "There is no order with this ID";
    case "known":
      return knownFor
        ? `This payment was already recorded by hand for order ${knownFor}. Set the line aside.`
        : "This payment was already recorded by hand. Set the line aside.";
    case "not-found":
    case "stale":
      return "Someone has already handled this line. Here is the current state.";
  }
}

export { shouldRevalidate } from "#app/office/should-revalidate.ts";

const tabs: readonly { view: EntryState; label: string }[] = [
  { view: "new", label: "To do" },
  { view: "recorded", label: "Recorded" },
  { view: "ignored", label: "Set aside" },
];

/** Imports bank statements and records their lines as payments of orders. */
export default function BankPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive("admin");
  const { view, counts, rows, next } = loaderData;
  const sticky = useStickyActionData(actionData);
  const [search] = useSearchParams();
  const further = search.has("after");
  const to = (params: Record<string, string>) => {
    const query = new URLSearchParams({ ...(view !== "new" && { view }), ...params });
    return query.size > 0 ? `${href("/admin/bank")}?${query}` : href("/admin/bank");
  };
  const certain = rows.flatMap(({ reference, proposal }) =>
    proposal?.certain ? [{ reference, orderId: proposal.orderId }] : [],
  );
  return (
    <>
      <PageHead
        title="Bank statements"
        actions={
          certain.length > 1 && (
            <EntryForm intent="confirm" entries={certain} variant="primary" size="md">
              Record all {formatCount(certain.length)} certain ones
            </EntryForm>
          )
        }
      >
        Incoming bank transfers and the orders they pay for
      </PageHead>
      {sticky?.kind === "columns" ? (
        <ColumnsForm columns={sticky.columns} />
      ) : (
        <UploadForm problem={sticky?.kind === "problem" ? sticky.problem : null} />
      )}
      <ImportOutcome actionData={sticky} />
      <Card className="bank">
        <Tabs
          label="Lines"
          tabs={tabs.map(({ view: tab, label }) => ({
            to: tab === "new" ? href("/admin/bank") : `${href("/admin/bank")}?view=${tab}`,
            label,
            count: counts[tab],
            current: tab === view,
          }))}
        />
        {rows.length === 0 ? (
          <EmptyState title={emptyTexts[view][0]}>{emptyTexts[view][1]}</EmptyState>
        ) : (
          <ul className="bank__lines">
            {rows.map((row) => (
              <EntryLine
                key={row.reference}
                row={row}
                view={view}
                error={
                  sticky?.kind === "line" && sticky.reference === row.reference ? sticky : null
                }
              />
            ))}
          </ul>
        )}
        {(next || further) && (
          <Pager
            from={null}
            to={null}
            total={null}
            labels={view === "new" ? ["First", "Next"] : ["Newest", "Older"]}
            newerTo={further ? to({}) : null}
            olderTo={next && to({ after: next })}
          />
        )}
      </Card>
    </>
  );
}

/** What an empty list says: its title and text. */
const emptyTexts: Record<EntryState, [string, string]> = {
  new: [
    "Nothing to do",
    "Import a statement to list incoming payments here, each with the order it seems to pay for.",
  ],
  recorded: ["Nothing recorded yet", "Lines you record as payments are listed here."],
  ignored: [
    "Nothing set aside",
    "Lines that have nothing to do with the shop are listed here once you set them aside.",
  ],
};
