import { href, useSearchParams } from "react-router";
import { typedText } from "#app/answer.ts";
import { requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import { useAnswer } from "#app/office/answer.ts";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { formatCount } from "#lib/money.ts";
import { countEntries, listEntries } from "#shop/methods/bank/entries.server.ts";
import { type EntryState, entryStates } from "#shop/methods/bank/matching.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import type { action } from "./acts.server.ts";
import { EntryForm } from "./entry-form.tsx";
import { EntryLine } from "./entry-line.tsx";
import { ColumnsForm } from "./columns-form.tsx";
import { ImportOutcome, UploadForm } from "./import-forms.tsx";
import "./bank.css";

export { action } from "./acts.server.ts";

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

const tabs: readonly { view: EntryState; label: string }[] = [
  { view: "new", label: "To do" },
  { view: "recorded", label: "Recorded" },
  { view: "ignored", label: "Set aside" },
];

/** Imports bank statements and records their lines as payments of orders. */
export default function BankPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  const { view, counts, rows, next } = loaderData;
  const answer = useAnswer<typeof action>();
  const outcome = answer?.shown ?? null;
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
      {outcome?.kind === "columns" ? (
        <ColumnsForm columns={outcome.columns} />
      ) : (
        <UploadForm problem={answer?.errors.file ?? null} />
      )}
      <ImportOutcome outcome={outcome} />
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
                answer={typedText(answer, "reference") === row.reference ? answer : null}
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
