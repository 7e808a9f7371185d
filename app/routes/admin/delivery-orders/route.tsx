import { Link, Outlet } from "react-router";
import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import { ListCard } from "#app/office/list-card.tsx";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { StatusBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { type Column, RowLink, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount } from "#lib/money.ts";
import { type DeliveryOrder, listDeliveryOrders } from "#shop/delivery/delivery-orders.server.ts";
import { orderStatuses } from "#shop/orders/order.ts";
import type { Route } from "./+types/route";
import { messageFilterLabels, statusLabels } from "../orders/order-labels.ts";
import {
  deliveryOrderList,
  deliveryOrderPath,
  type DeliveryOrderQuery,
} from "./delivery-order-list.ts";
import "../orders/orders.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Orders", matches);

/** Lists the orders for those who deliver them: without emails and money, which the browser never gets. */
export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const query = deliveryOrderList.parse(args.url.searchParams);
  const { q: search, status, messages, cursor } = query;
  const page = await listDeliveryOrders(db, {
    ...{ search, status, messages: messages ?? undefined },
    ...{ after: cursor?.key ?? null, signal: args.request.signal },
  });
  return { query, ...page };
}

export default function DeliveryOrdersPage({ loaderData, params }: Route.ComponentProps) {
  useLive("admin");
  const { query, orders, next } = loaderData;
  return (
    <>
      <PageHead title="Orders">All orders, newest first</PageHead>
      <ListCard
        list={deliveryOrderList}
        query={query}
        label="Orders"
        className="orders"
        rows={orders}
        keyOf={({ id }) => id}
        columns={columnsOf(query, params.orderId ?? null)}
        page={{
          previous: query.cursor && "first",
          next: next === null ? null : { side: "after", key: next },
        }}
        pagerLabels={["Back to the newest", "Show more"]}
        tabs={{
          label: "Status",
          filter: "status",
          options: [
            [null, "All"],
            ...orderStatuses.map((status) => [status, statusLabels[status]] as const),
          ],
        }}
        search={{ label: "Search orders", placeholder: "Order ID or username..." }}
        note={query.messages && <MessagesFilter query={query} messages={query.messages} />}
        empty={
          <EmptyState
            title="No orders found"
            action={<ButtonLink to={deliveryOrderList.path}>Show all orders</ButtonLink>}
          >
            No order matches the search and the filters.
          </EmptyState>
        }
      />
      <Outlet />
    </>
  );
}

interface MessagesFilterProps {
  query: DeliveryOrderQuery;
  messages: "buyer" | "shop";
}

/** Says whose messages the list is about. */
function MessagesFilter({ query, messages }: MessagesFilterProps) {
  return (
    <p className="orders__messages">
      {messageFilterLabels[messages]}{" "}
      <Link className="link" to={deliveryOrderList.to({ ...query, messages: null })}>
        Show all
      </Link>
    </p>
  );
}

function columnsOf(query: DeliveryOrderQuery, openId: string | null): Column<DeliveryOrder>[] {
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
