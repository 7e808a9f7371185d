import { href, useSearchParams } from "react-router";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { formatCount } from "#lib/money.ts";
import type { EntryPage, EntryState } from "#shop/methods/bank/entry.ts";
import type { Imported } from "#shop/methods/bank/import-statement.server.ts";
import type { BankAnswer } from "./bank-answer.ts";
import { ColumnsForm } from "./columns-form.tsx";
import { ConfirmAll } from "./confirm-forms.tsx";
import { EntryLine } from "./entry-line.tsx";
import { UploadForm } from "./upload-form.tsx";
import "./bank.css";

export interface BankViewProps extends EntryPage {
  view: EntryState;
  counts: Readonly<Record<EntryState, number>>;
  answer: BankAnswer | undefined;
}

const tabs: readonly { view: EntryState; label: string }[] = [
  { view: "new", label: "To do" },
  { view: "recorded", label: "Recorded" },
  { view: "ignored", label: "Set aside" },
];

/** Statements of the bank are imported, and their lines become payments of orders. */
export function BankView({ view, counts, rows, next, answer }: BankViewProps) {
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
      <PageHead title="Bank statements" actions={<ConfirmAll pairs={certain} />}>
        Money that came by bank transfer, and the orders that it is for
      </PageHead>
      {answer?.kind === "columns" ? (
        <ColumnsForm columns={answer.columns} />
      ) : (
        <UploadForm problem={answer?.kind === "problem" ? answer.problem : null} />
      )}
      <Outcome answer={answer} />
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
          <Nothing view={view} />
        ) : (
          <ul className="bank__lines">
            {rows.map((row) => (
              <EntryLine
                key={row.reference}
                row={row}
                view={view}
                refused={
                  answer?.kind === "line" && answer.reference === row.reference ? answer : null
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

function Outcome({ answer }: Pick<BankViewProps, "answer">) {
  if (answer?.kind === "imported") {
    const { fileName, imported } = answer;
    return (
      <Notice tone="completed" role="status" className="bank__notice">
        <b>{fileName}</b> is imported: {outcomeText(imported)}.
      </Notice>
    );
  }
  if (answer?.kind === "left") {
    const { recorded, left } = answer;
    return (
      <Notice tone="pending" role="alert" className="bank__notice">
        {formatCount(recorded)} recorded. {formatCount(left)} left, since something has changed
        meanwhile: have a look at {left === 1 ? "it" : "them"} again.
      </Notice>
    );
  }
  return null;
}

function outcomeText({ stored, known, others }: Imported): string {
  const lines = (count: number) => `${formatCount(count)} ${count === 1 ? "line" : "lines"}`;
  return [
    stored === 0 ? "nothing new" : `${lines(stored)} new`,
    known > 0 && `${lines(known)} known already`,
    others > 0 && `${lines(others)} left out, which are not of money that came in`,
  ]
    .filter(Boolean)
    .join(", ");
}

function Nothing({ view }: { view: EntryState }) {
  switch (view) {
    case "new":
      return (
        <EmptyState title="No line waits for you">
          Import a statement, and what came in is listed here with the orders that it seems to be
          for.
        </EmptyState>
      );
    case "recorded":
      return (
        <EmptyState title="Nothing recorded yet">
          Lines that you record as payments are listed here.
        </EmptyState>
      );
    case "ignored":
      return (
        <EmptyState title="Nothing set aside">
          Lines that are no business of the shop are listed here, once you set them aside.
        </EmptyState>
      );
  }
}
