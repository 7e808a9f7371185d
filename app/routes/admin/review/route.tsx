import { href, Outlet, useSearchParams } from "react-router";
import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import type { NoticeName } from "#app/notices.ts";
import { act, type Given, leadTo, officeAction } from "#app/office/acts.server.ts";
import { useAnswer } from "#app/office/answer.ts";
import { requireTeam } from "#app/session.server.ts";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { formatCount } from "#lib/money.ts";
import { err, ok, type Result } from "#lib/result.ts";
import {
  countReviews,
  listDecisions,
  listReviews,
} from "#shop/payments/review/review-list.server.ts";
import { mayOpen } from "#shop/accounts/access.ts";
import { decideWithdrawal, listWithdrawals } from "#shop/orders/withdrawals.server.ts";
import { subjectKey } from "#shop/payments/review/review.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import { DecidedTable } from "./decided-table.tsx";
import { acceptFields, declineFields } from "./review-fields.ts";
import { Withdrawals } from "./withdrawals.tsx";
import { WaitingTable } from "./waiting-table.tsx";
import "./review.css";

async function decide(
  { services, who }: Given,
  { orderId, reason = null }: { orderId: string; reason?: string | null },
): Promise<Result<NoticeName, "forbidden">> {
  const decision = { orderId, declinedFor: reason, ...who };
  const made = await decideWithdrawal(services.db, decision);
  if (made.ok) return ok(reason === null ? "withdrawal-accepted" : "withdrawal-declined");
  return made.error === "decided" ? ok("withdrawal-decided") : err(made.error);
}

const done = (notice: NoticeName) => leadTo(href("/admin/review"), notice);

/** Accepts or declines a withdrawal. */
export const action = officeAction({
  "accept-withdrawal": act({ fields: acceptFields, run: decide, done, refused: {} }),
  "decline-withdrawal": act({ fields: declineFields, run: decide, done, refused: {} }),
});

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Review", matches);

export async function loader(args: Route.LoaderArgs) {
  const { account } = requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const { searchParams } = args.url;
  const after = searchParams.get("after");
  if (searchParams.get("view") === "decided") {
    const [waiting, page] = await Promise.all([countReviews(db), listDecisions(db, after)]);
    return { view: "decided" as const, waiting, ...page };
  }
  const [waiting, page, withdrawals] = await Promise.all([
    countReviews(db),
    listReviews(db, after),
    listWithdrawals(db),
  ]);
  const opensOrders = mayOpen(account.role, "/admin/orders");
  return { view: "waiting" as const, waiting, withdrawals, opensOrders, ...page };
}

/** Returns the key of the receipt whose panel is open. */
function openReceipt(id: string | undefined): string | null {
  return id && /^\d{1,15}$/.test(id) ? subjectKey({ receiptId: Number(id) }) : null;
}

/** Lists the payments that need a decision, or the decisions that were made. */
export default function ReviewPage({ loaderData, params }: Route.ComponentProps) {
  useLive("admin");
  const answer = useAnswer<typeof action>();
  const { waiting, view, rows, next } = loaderData;
  const open = params.subject ?? openReceipt(params.receiptId);
  const [search] = useSearchParams();
  const list = href("/admin/review");
  const decided = view === "decided";
  const onward = new URLSearchParams({ ...(decided && { view }), ...(next && { after: next }) });
  const further = search.has("after");
  return (
    <>
      <PageHead title="Review">
        {headline(waiting, loaderData.view === "waiting" ? loaderData.withdrawals.length : 0)}
      </PageHead>
      {loaderData.view === "waiting" && (
        <Withdrawals
          rows={loaderData.withdrawals}
          opensOrders={loaderData.opensOrders}
          answer={answer}
        />
      )}
      <Card className="review">
        <Tabs
          label="Payments"
          tabs={[
            { to: list, label: "To decide", count: waiting, current: !decided },
            { to: `${list}?view=decided`, label: "Decided", current: decided },
          ]}
        />
        {rows.length === 0 && <NoPayments decided={decided} />}
        {rows.length > 0 &&
          (loaderData.view === "decided" ? (
            <DecidedTable rows={loaderData.rows} open={open} />
          ) : (
            <WaitingTable rows={loaderData.rows} open={open} />
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
      <Outlet />
    </>
  );
}

/** Says how much waits for a decision: "1 payment and 2 withdrawals wait for a decision". */
function headline(payments: number, withdrawals: number): string {
  const parts = [
    payments > 0 && `${formatCount(payments)} ${payments === 1 ? "payment" : "payments"}`,
    withdrawals > 0 &&
      `${formatCount(withdrawals)} ${withdrawals === 1 ? "withdrawal" : "withdrawals"}`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return "No payment waits for a decision";
  return `${parts.join(" and ")} ${payments + withdrawals === 1 ? "waits" : "wait"} for a decision`;
}

function NoPayments({ decided }: { decided: boolean }) {
  return decided ? (
    <EmptyState title="Nothing decided yet">
      Decisions about payments are listed here, with who made them and why.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing needs a decision">
      Payments that are too small, too large, too late or without an order are listed here.
    </EmptyState>
  );
}
