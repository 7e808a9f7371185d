import type { PaymentStatus } from "#shop/payments/model/payment.ts";
import type { OrderStatus } from "./order.ts";
import type { StoredOrder } from "./orders.server.ts";

/** An order as programs outside the shop get it. Times are ISO 8601, in UTC. */
export interface PublicOrder {
  id: string;
  status: OrderStatus;
  /** Why it was rejected, if that was said. */
  statusReason: string | null;
  paymentStatus: PaymentStatus;
  paymentMethod: string;
  package: {
    id: string;
    coins: number;
    /** What one pays; `discountPercent` of an earlier price were taken off already. */
    priceCents: number;
    discountPercent: number;
  };
  tiktokUsername: string;
  tiktokUid: string | null;
  email: string;
  totalCents: number;
  currency: "USD";
  createdAt: string;
  updatedAt: string;
  /** When the money was there; stays, whatever comes after. */
  settledAt: string | null;
  /** Goes up with every change. */
  version: number;
}

/** What programs outside the shop are told of an order: never the internal note. */
export function publicOrder(order: StoredOrder): PublicOrder {
  const { id, coins, priceCents, discount } = order.package;
  return {
    id: order.id,
    status: order.status,
    statusReason: order.statusReason,
    paymentStatus: order.paymentStatus,
    paymentMethod: order.paymentMethod,
    package: { id, coins, priceCents, discountPercent: discount },
    tiktokUsername: order.tiktokUsername,
    tiktokUid: order.tiktokUid,
    email: order.email,
    totalCents: order.totalCents,
    currency: "USD",
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    settledAt: order.settledAt?.toISOString() ?? null,
    version: order.version,
  };
}
