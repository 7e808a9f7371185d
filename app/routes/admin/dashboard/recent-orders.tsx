import { href, Link } from "react-router";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Cell, Column, Row, RowLink, Table, TableHead, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatUsd } from "#lib/money.ts";
import type { RecentOrder } from "#shop/reports/dashboard.ts";

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
          The latest five stand here as soon as somebody orders.
        </EmptyState>
      ) : (
        <Table label="Recent Orders">
          <TableHead>
            <Column>Order ID</Column>
            <Column>User</Column>
            <Column end>Amount</Column>
            <Column>Status</Column>
            <Column>Date</Column>
          </TableHead>
          <tbody>
            {orders.map((order) => (
              <RecentRow key={order.id} order={order} />
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}

function RecentRow({ order }: { order: RecentOrder }) {
  const { id, tiktokUsername, email, totalCents, status, createdAt } = order;
  return (
    <Row>
      <Cell phone="top">
        <RowLink to={href("/admin/orders/:orderId", { orderId: id })}>{id}</RowLink>
      </Cell>
      <Cell phone="middle">
        <TwoLines under={email}>@{tiktokUsername}</TwoLines>
      </Cell>
      <Cell end phone="middle-end">
        {formatUsd(totalCents)}
      </Cell>
      <Cell phone="top-end">
        <StatusBadge status={status} />
      </Cell>
      <Cell muted phone="bottom">
        <Time value={createdAt} />
      </Cell>
    </Row>
  );
}
