import { href, Link } from "react-router";
import { Card } from "#app/ui/card.tsx";
import { Dot } from "#app/ui/badge.tsx";
import { type Column, RowLink, Table } from "#app/ui/table.tsx";
import { durationText } from "#lib/duration.ts";
import { formatCount } from "#lib/money.ts";
import { isSettled } from "#shop/orders/payment-status.ts";
import { WAIT_DAYS } from "#shop/reports/dashboard.ts";
import type { WaitTimes } from "#shop/orders/delivery-time.ts";
import type { UndeliveredOrder } from "#shop/delivery/work-list.ts";
import { paymentStatusLabels } from "../orders/order-labels.ts";

export interface UndeliveredOrdersProps {
  /** The oldest ones, oldest first. */
  orders: readonly UndeliveredOrder[];
  /** The number of all. */
  count: number;
  /** How long the orders delivered lately had waited. */
  waits: WaitTimes | null;
}

/** The orders that the owner has to deliver next. */
export function UndeliveredOrders({ orders, count, waits }: UndeliveredOrdersProps) {
  const none = orders.length === 0;
  return (
    <Card
      title="Paid, not delivered"
      className="undelivered"
      line={none}
      action={
        none ? null : (
          <Link className="link" to={href("/admin/deliver")}>
            Deliver all {formatCount(count)}
          </Link>
        )
      }
    >
      {none ? (
        <p className="undelivered__none">No paid order is waiting for its coins.</p>
      ) : (
        <Table label="Paid, not delivered" rows={orders} keyOf={({ id }) => id} columns={columns} />
      )}
      {waits && (
        <p className="undelivered__waits">
          Delivered in the last {WAIT_DAYS} days: {formatCount(waits.orders)}, half of them within{" "}
          {durationText(Math.round(waits.medianMinutes))} and 95% within{" "}
          {durationText(Math.round(waits.p95Minutes))} of the payment.
        </p>
      )}
    </Card>
  );
}

const columns: Column<UndeliveredOrder>[] = [
  {
    head: "Order ID",
    phone: "top",
    cell: ({ id }) => (
      <RowLink
        to={`${href("/admin/orders/:orderId", { orderId: id })}?status=processing&sort=created`}
      >
        {id}
      </RowLink>
    ),
  },
  {
    head: "TikTok Username",
    phone: "middle",
    cell: ({ tiktokUsername }) => <span className="undelivered__username">@{tiktokUsername}</span>,
  },
  {
    head: "Coins",
    end: true,
    phone: "middle-end",
    cell: ({ coins }) => (
      <>
        {coins ? formatCount(coins) : "N/A"}
        <span className="undelivered__unit"> coins</span>
      </>
    ),
  },
  {
    head: "Payment",
    muted: true,
    phone: "bottom",
    cell: ({ paymentStatus }) => (
      <>
        {/* A payment that was taken back must not be overlooked. */}
        {!isSettled(paymentStatus) && <Dot tone="rejected" />} {paymentStatusLabels[paymentStatus]}
      </>
    ),
  },
  {
    head: "Waiting",
    end: true,
    muted: true,
    phone: "top-end",
    cell: ({ minutes }) => durationText(minutes),
  },
];
