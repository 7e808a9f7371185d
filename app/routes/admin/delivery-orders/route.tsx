import { href, Link, Outlet, useNavigation } from "react-router";
import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { StatusBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { type Column, RowLink, Table, TwoLines } from "#app/ui/table.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { Time } from "#app/ui/time.tsx";
import { SearchField, Toolbar } from "#app/ui/toolbar.tsx";
import { formatCount } from "#lib/money.ts";
import { type DeliveryOrder, listDeliveryOrders } from "#shop/delivery/delivery-orders.server.ts";
import { orderStatuses } from "#shop/orders/order.ts";
import type { Route } from "./+types/route";
import { messageFilterLabels, statusLabels } from "../orders/order-labels.ts";
import { SEARCH_MAX } from "../orders/order-query.ts";
import { FilterForm } from "#app/office/filter-form.tsx";
import {
  deliveryListPath,
  deliveryOrderPath,
  type DeliveryQuery,
  parseDeliveryQuery,
} from "./order-paths.ts";
import "../orders/orders.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Orders", matches);

/** Lists the orders for those who deliver them: without emails and money, which the browser never gets. */
export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const query = parseDeliveryQuery(args.url.searchParams);
  const { q: search, ...filter } = query;
  const page = await listDeliveryOrders(db, { search, ...filter, signal: args.request.signal });
  return { query, ...page };
}

export default function DeliveryOrdersPage({ loaderData, params }: Route.ComponentProps) {
  useLive("admin");
  const { query, orders, next } = loaderData;
  const { location } = useNavigation();
  const list = href("/admin/deliver/orders");
  return (
    <>
      <PageHead title="Orders">All orders, newest first</PageHead>
      <Card className="orders">
        <Tabs
          label="Status"
          tabs={([null, ...orderStatuses] as const).map((status) => ({
            to: deliveryListPath({ ...query, status, after: null }),
            label: status ? statusLabels[status] : "All",
            current: query.status === status,
          }))}
        />
        <Toolbar>
          <FilterForm action={list}>
            {query.status && <input type="hidden" name="status" value={query.status} />}
            <SearchField
              name="q"
              label="Search orders"
              placeholder="Order ID or username..."
              defaultValue={query.q}
              maxLength={SEARCH_MAX}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </FilterForm>
        </Toolbar>
        {query.messages && (
          <p className="orders__messages">
            {messageFilterLabels[query.messages]}{" "}
            <Link className="link" to={deliveryListPath({ ...query, messages: undefined })}>
              Show all
            </Link>
          </p>
        )}
        {orders.length === 0 ? (
          <EmptyState
            title="No orders found"
            action={<ButtonLink to={list}>Show all orders</ButtonLink>}
          >
            No order matches the search and the filters.
          </EmptyState>
        ) : (
          <Table
            label="Orders"
            busy={location?.pathname === list}
            rows={orders}
            keyOf={({ id }) => id}
            columns={columnsOf(query, params.orderId ?? null)}
          />
        )}
        {(next ?? query.after) && (
          <nav className="pager" aria-label="Pages">
            <span className="row">
              {query.after && (
                <ButtonLink to={deliveryListPath({ ...query, after: null })} size="sm">
                  Back to the newest
                </ButtonLink>
              )}
              {next && (
                <ButtonLink to={deliveryListPath({ ...query, after: next })} size="sm">
                  Show more
                </ButtonLink>
              )}
            </span>
          </nav>
        )}
      </Card>
      <Outlet />
    </>
  );
}

function columnsOf(query: DeliveryQuery, openId: string | null): Column<DeliveryOrder>[] {
  return [
    {
      head: "Order ID",
      phone: "top",
      cell: ({ id }) => (
        <RowLink to={deliveryOrderPath(id, query)} current={id === openId}>
          {id}
        </RowLink>
      ),
    },
    {
      head: "Recipient",
      phone: "middle",
      cell: ({ tiktokUsername, tiktokUid }) => (
        <TwoLines under={tiktokUid && `UID ${tiktokUid}`}>@{tiktokUsername}</TwoLines>
      ),
    },
    {
      head: "Package",
      end: true,
      phone: "middle-end",
      cell: ({ coins }) => (coins ? `${formatCount(coins)} coins` : "N/A"),
    },
    {
      head: "Placed",
      phone: "bottom",
      cell: ({ createdAt }) => (
        <TwoLines under={<Time value={createdAt} format="time" />}>
          <Time value={createdAt} format="date" />
        </TwoLines>
      ),
    },
    {
      head: "Status",
      phone: "top-end",
      cell: ({ status }) => <StatusBadge status={status} />,
    },
  ];
}
