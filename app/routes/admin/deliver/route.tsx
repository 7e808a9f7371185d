import { useRef } from "react";
import { href, Link } from "react-router";
import { servicesContext } from "#app/context.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { readForm } from "#app/form.server.ts";
import { useLive, useRefreshEvery } from "#app/live.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { durationText } from "#lib/duration.ts";
import { formatCount } from "#lib/money.ts";
import { mayOpen } from "#shop/accounts/access.ts";
import { isOrderId } from "#shop/orders/order.ts";
import { readWorkList } from "#shop/delivery/work-list.server.ts";
import { countToDeliver } from "#shop/reports/open-work.server.ts";
import { adminTitle } from "#app/root-data.ts";
import type { Route } from "./+types/route";
import { actOn } from "./deliver-action.server.ts";
import { KeyLegend } from "./key-legend.tsx";
import { PlainForm, ProblemForm } from "./plain-forms.tsx";
import { UndoNotice } from "./undo-notice.tsx";
import { useWork } from "./use-work.tsx";
import { WorkDialog } from "./work-dialog.tsx";
import { WorkRow } from "./work-row.tsx";
import "./deliver.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Deliver", matches);

export async function loader(args: Route.LoaderArgs) {
  const { account } = requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const { searchParams } = args.url;
  const orderIn = (name: string) => {
    const id = searchParams.get(name) ?? "";
    return isOrderId(id) ? id : null;
  };
  const after = orderIn("after");
  const coins = coinsIn(searchParams);
  const [list, { toDeliver, setAside }, settings] = await Promise.all([
    readWorkList(db, {
      ...{ after, coins, now: new Date() },
      withAmounts: mayOpen(account.role, href("/admin/orders")),
    }),
    countToDeliver(db),
    settingsOf(args.context),
  ]);
  return {
    ...list,
    after,
    coins,
    all: toDeliver,
    count:
      coins === null
        ? toDeliver
        : (list.batches.find((batch) => batch.coins === coins)?.count ?? 0),
    setAside,
    question: settings.readyQuestion,
    userId: account.id,
    ordersPath: mayOpen(account.role, href("/admin/orders"))
      ? href("/admin/orders")
      : href("/admin/deliver/orders"),
    rejecting: orderIn("reject"),
    noting: orderIn("note"),
    asking: orderIn("ask"),
  };
}

/** Returns the coins of the packages that are shown; null for all. */
function coinsIn(search: URLSearchParams): number | null {
  const text = search.get("coins") ?? "";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  return actOn(db, form, { actor: actorOf(args.context), now: new Date() });
}

export { shouldRevalidate } from "#app/office/should-revalidate.ts";

export default function DeliverPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  // The live stream does not report passing time.
  useRefreshEvery(60);
  const { orders, next, after, coins, batches, count, userId } = loaderData;
  const { rejecting, noting, asking, setAside, ordersPath } = loaderData;
  const region = useRef<HTMLDivElement>(null);
  const work = useWork(loaderData, region);
  const opened = orders.find(({ id }) => id === (rejecting ?? noting ?? asking));
  const oldest = orders[0];

  return (
    <>
      <PageHead title="Deliver">
        {oldest
          ? `${formatCount(count)} paid ${count === 1 ? "order" : "orders"}${coins ? ` of ${formatCount(coins)} coins` : ""}, ${count === 1 ? "" : `the oldest ${after ? "here " : ""}`}waiting for ${durationText(oldest.minutes)}`
          : coins
            ? `No paid order of ${formatCount(coins)} coins is waiting`
            : "No paid order is waiting for its coins"}
      </PageHead>
      {work.problem && <ProblemForm problem={work.problem} orders={orders} />}
      {opened && (
        <PlainForm
          key={opened.id}
          order={opened}
          what={rejecting ? "reject" : noting ? "note" : "question"}
          ready={loaderData.question}
        />
      )}
      <div className="work" ref={region} tabIndex={-1} aria-label="Work list" role="group">
        {work.rows.length === 0 ? (
          <Card>
            <EmptyState
              title={
                after
                  ? "No more orders here"
                  : setAside > 0
                    ? "Nothing to deliver now"
                    : "All delivered"
              }
              action={
                coins ? (
                  <ButtonLink to={href("/admin/deliver")}>All packages</ButtonLink>
                ) : after ? (
                  <ButtonLink to={href("/admin/deliver")}>Back to the oldest</ButtonLink>
                ) : (
                  <ButtonLink to={ordersPath}>Show all orders</ButtonLink>
                )
              }
            >
              {after
                ? "The orders after this place are delivered."
                : "A paid order appears here at once."}
            </EmptyState>
          </Card>
        ) : (
          <Card className="work__card">
            {(batches.length > 1 || coins) && (
              <Tabs
                label="Packages"
                tabs={[
                  { to: deliverPath({}), label: "All", count: loaderData.all, current: !coins },
                  ...batches.map((batch) => ({
                    to: deliverPath({ coins: batch.coins }),
                    label: `${formatCount(batch.coins)} coins`,
                    count: batch.count,
                    current: batch.coins === coins,
                  })),
                ]}
              />
            )}
            <KeyLegend />
            <ol className="work__list">
              {work.rows.map((order) => (
                <WorkRow
                  key={order.id}
                  order={order}
                  userId={userId}
                  ordersPath={ordersPath}
                  current={order.id === work.currentId}
                  work={work}
                />
              ))}
            </ol>
            {(next ?? after) && (
              <nav className="pager" aria-label="Pages">
                <p>
                  {formatCount(orders.length)} of {formatCount(count)}
                </p>
                <span className="row">
                  {after && (
                    <ButtonLink to={deliverPath({ coins })} size="sm">
                      Back to the oldest
                    </ButtonLink>
                  )}
                  {next && (
                    <ButtonLink to={deliverPath({ coins, after: next })} size="sm">
                      Show more
                    </ButtonLink>
                  )}
                </span>
              </nav>
            )}
          </Card>
        )}
      </div>
      {setAside > 0 && (
        <p className="work__aside">
          <Link className="link" to={`${ordersPath}?messages=buyer`}>
            {setAside === 1 ? "1 paid order waits" : `${formatCount(setAside)} paid orders wait`}
          </Link>{" "}
          for an answer of {setAside === 1 ? "its buyer" : "their buyers"}.
        </p>
      )}
      <UndoNotice recent={work.recent} onUndo={work.undo} />
      <WorkDialog work={work} orders={orders} question={loaderData.question} />
      {work.submissions}
    </>
  );
}

/** Returns the URL of the list: of one package, from a place on. */
function deliverPath(search: { coins?: number | null; after?: string }): string {
  const { coins, after } = search;
  const params = new URLSearchParams({
    ...(coins && { coins: String(coins) }),
    ...(after && { after }),
  });
  return params.size > 0 ? `${href("/admin/deliver")}?${params}` : href("/admin/deliver");
}
