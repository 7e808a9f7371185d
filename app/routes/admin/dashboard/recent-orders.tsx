import { recipientText } from "#shop/catalog/goods.ts";
import { href, Link } from "react-router";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { type Column, RowLink, Table, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatUsd } from "#lib/money.ts";
import type { RecentOrder } from "#shop/reports/dashboard.ts";

/** The latest orders, as a table. */
export function RecentOrders({ orders }: { orders: readonly RecentOrder[] }) {
  return (
    <Card
      title="Recent Orders"
      action={
        <Link className="link" to={href("/admin/orders")}>
          View all orders
        </Link>
      }
    >
      {orders.length === 0 ? (
        <EmptyState title="No orders found" heading="h3">
          The latest five orders will appear here.
        </EmptyState>
      ) : (
        <Table label="Recent Orders" rows={orders} keyOf={({ id }) => id} columns={recentColumns} />
      )}
    </Card>
  );
}

const recentColumns: Column<RecentOrder>[] = [
  {
    head: "Order ID",
    phone: "top",
    cell: ({ id }) => <RowLink to={href("/admin/orders/:orderId", { orderId: id })}>{id}</RowLink>,
  },
  {
    head: "User",
    phone: "middle",
    cell: (order) => <TwoLines under={order.email}>{recipientText(order)}</TwoLines>,
  },
  {
    head: "Amount",
    end: true,
    phone: "middle-end",
    cell: ({ totalCents }) => formatUsd(totalCents),
  },
  { head: "Status", phone: "top-end", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    head: "Date",
    muted: true,
    phone: "bottom",
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
];
