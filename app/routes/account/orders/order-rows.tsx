import { Link } from "react-router";
import { StatusBadge } from "#app/ui/badge.tsx";
import { CoinCluster } from "#app/ui/coins.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import type { OwnOrder } from "#shop/orders/order.ts";
import "./order-rows.css";

export interface OrderRowsProps {
  orders: readonly OwnOrder[];
  /** Others are on their way. */
  busy: boolean;
}

export function OrderRows({ orders, busy }: OrderRowsProps) {
  return (
    <ul className="card orders__rows" aria-label="Orders" aria-busy={busy || undefined}>
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} />
      ))}
    </ul>
  );
}

/** All of the row leads to the order; the link is its id. */
function OrderRow({ order }: { order: OwnOrder }) {
  return (
    <li className="order-row">
      <span className="order-row__art">
        <CoinCluster coins={order.coins} />
      </span>
      <div className="order-row__what">
        <p className="order-row__coins">{formatCount(order.coins)} coins</p>
        <p className="order-row__meta">
          <Link
            className="order-row__id mono"
            to={`/track-order?orderId=${encodeURIComponent(order.id)}`}
            aria-label={`Order ${order.id}`}
          >
            {order.id}
          </Link>
          <span className="order-row__date">
            <Time value={order.createdAt} />
          </span>
        </p>
      </div>
      <StatusBadge status={order.status} />
      <p className="order-row__total">{formatUsd(order.totalCents)}</p>
    </li>
  );
}
