import { href, useSearchParams } from "react-router";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { formatCount } from "#lib/money.ts";
import type { DecisionRow, Page, ReviewRow } from "#shop/payments/review/review-view.ts";
import { DecidedTable } from "./decided-table.tsx";
import { WaitingTable } from "./waiting-table.tsx";
import "./review.css";

export type ReviewViewProps = {
  /** How many wait, whichever list is shown. */
  waiting: number;
  /** The key of the payment whose panel is open. */
  open: string | null;
} & (({ view: "waiting" } & Page<ReviewRow>) | ({ view: "decided" } & Page<DecisionRow>));

/** Payments that wait for a person's decision, and what was decided. */
export function ReviewView(props: ReviewViewProps) {
  const { waiting, view, rows, next, open } = props;
  const [search] = useSearchParams();
  const list = href("/admin/review");
  const decided = view === "decided";
  const onward = new URLSearchParams({ ...(decided && { view }), ...(next && { after: next }) });
  const further = search.has("after");
  return (
    <>
      <PageHead title="Review">
        {waiting === 0
          ? "No payment waits for a decision"
          : `${formatCount(waiting)} ${waiting === 1 ? "payment waits" : "payments wait"} for a decision`}
      </PageHead>
      <Card className="review">
        <Tabs
          label="Payments"
          tabs={[
            { to: list, label: "To decide", count: waiting, current: !decided },
            { to: `${list}?view=decided`, label: "Decided", current: decided },
          ]}
        />
        {rows.length === 0 && <Nothing decided={decided} />}
        {rows.length > 0 &&
          (decided ? (
            <DecidedTable rows={props.rows} open={open} />
          ) : (
            <WaitingTable rows={props.rows} open={open} />
          ))}
        {(next || further) && (
          <Pager
            from={null}
            to={null}
            total={null}
            labels={["Newest", "Older"]}
            newerTo={further ? `${list}${decided ? "?view=decided" : ""}` : null}
            olderTo={next && `${list}?${onward}`}
          />
        )}
      </Card>
    </>
  );
}

function Nothing({ decided }: { decided: boolean }) {
  return decided ? (
    <EmptyState title="Nothing decided yet">
      What you decide about a payment is listed here, with who decided it and why.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing waits for you">
      Payments that are too small, too large, too late or without an order would be listed here.
    </EmptyState>
  );
}
