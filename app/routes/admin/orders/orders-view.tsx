import { href, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { useSelection } from "#app/ui/selection.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { formatCount } from "#lib/money.ts";
import { orderStatuses } from "#shop/orders/order.ts";
import type { Counted, OrderPage, OrderQuery } from "#shop/orders/order-list.ts";
import { BulkBar, type BulkDone, BulkDoneNotice } from "./bulk-bar.tsx";
import { DeleteDialog, DeletePlainly } from "./delete-order.tsx";
import { Filters } from "./filters.tsx";
import { exportPath, filtered, listPath } from "./list-query.ts";
import { OrderTable } from "./order-table.tsx";
import { statusWords } from "./order-labels.ts";
import "./orders.css";

export interface OrdersViewProps {
  query: OrderQuery;
  page: OrderPage;
  /** The order whose panel is open. */
  openId: string | null;
  deletingId: string | null;
  /** What became of the ticked orders. */
  done: BulkDone | null;
}

export function OrdersView({ query, page, openId, deletingId, done }: OrdersViewProps) {
  const selection = useSelection(page.orders.map(({ id }) => id));
  const { location } = useNavigation();
  const deleting = page.orders.find(({ id }) => id === deletingId);
  const { total, counts, from } = page;
  const here = listPath(query);
  const waits = location?.pathname === href("/admin/orders");

  return (
    <>
      <PageHead
        title="Orders"
        actions={
          total.count > 0 && (
            <form method="post" action={exportPath(query)}>
              <Button type="submit" aria-label="Export the list as CSV">
                <Icon name="download" />
                Export
              </Button>
            </form>
          )
        }
      >
        {sentence(counts.all, counts.pending)}
      </PageHead>
      {deleting && <DeletePlainly order={deleting} query={query} keepTo={here} />}
      {done && <BulkDoneNotice done={done} />}
      <Card className="orders">
        <Tabs
          label="Status"
          tabs={(["all", ...orderStatuses] as const).map((status) => {
            const shown = status === "all" ? null : status;
            return {
              to: listPath(filtered(query, { status: shown })),
              label: shown ? statusWords[shown] : "All",
              count: counts[status]?.count,
              more: counts[status]?.more,
              current: query.filter.status === shown,
            };
          })}
        />
        <Filters query={query} />
        <BulkBar query={query} selection={selection} done={done} />
        {page.orders.length === 0 ? (
          <Nothing filters={here !== listPath({ ...filtered(query, nothing), sort: query.sort })} />
        ) : (
          <>
            <OrderTable {...{ query, page, openId, selection }} busy={waits} />
            <Pager
              from={from}
              to={from && from + page.orders.length - 1}
              total={total.count}
              more={total.more}
              newerTo={page.previous && listPath({ ...query, cursor: page.previous.cursor })}
              olderTo={page.next && listPath({ ...query, cursor: page.next.cursor })}
              labels={["Previous", "Next"]}
            />
          </>
        )}
      </Card>
      {deleting && <DeleteDialog order={deleting} query={query} keepTo={here} />}
    </>
  );
}

const nothing = { status: null, search: "", period: "all", from: null, to: null } as const;

function Nothing({ filters }: { filters: boolean }) {
  return (
    <EmptyState
      title="No orders found"
      action={filters && <ButtonLink to={href("/admin/orders")}>Show all orders</ButtonLink>}
    >
      {filters ? "None fits the search and the filters." : "The first one will stand here."}
    </EmptyState>
  );
}

function sentence(all: Counted | undefined, pending: Counted | undefined): string {
  const orders = counted(all);
  const noun = orders === "1" ? "order" : "orders";
  return pending ? `${orders} ${noun}, ${counted(pending)} pending` : `${orders} ${noun}`;
}

function counted(number: Counted | undefined): string {
  return `${formatCount(number?.count ?? 0)}${number?.more ? "+" : ""}`;
}
