import type { OrderStatus } from "./order.ts";
import type { StoredOrder } from "./orders.server.ts";

/** An order as programs outside are told of it. Moments are ISO 8601, in UTC. */
export interface PublicOrder {
  id: string;
  status: OrderStatus;
  statusReason: string | null;
  paymentStatus: StoredOrder["paymentStatus"];
  paymentMethod: string;
  /** What was bought, as it was then. */
  package: { id: string; coins: number; priceCents: number; discount: number };
  tiktokUsername: string;
  tiktokUid: string | null;
  email: string;
  totalCents: number;
  currency: "USD";
  createdAt: string;
  updatedAt: string;
  /** When the money was there. */
  settledAt: string | null;
  /** Goes up with every change. */
  version: number;
}

/** What the outside is told of an order: never the note, the address or who may see it. */
export function publicOrder(order: StoredOrder): PublicOrder {
  const { id, coins, priceCents, discount } = order.package;
  return {
    id: order.id,
    status: order.status,
    statusReason: order.statusReason,
    paymentStatus: order.paymentStatus,
    paymentMethod: order.paymentMethod,
    package: { id, coins, priceCents, discount },
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
