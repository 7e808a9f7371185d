import type { PaymentStatus } from "#shop/payments/model/payment.ts";
import { KEY_ACTOR } from "../api-keys/api-key.ts";
import type { OrderEvent, OrderEventType, OrderStatus } from "./order.ts";
import { type PaymentWay, paymentWayOf } from "../settings/payment-method.ts";
import type { StoredOrder } from "./orders.server.ts";

/** An order in the API and in webhooks. Times are ISO 8601 in UTC. */
export interface PublicOrder {
  id: string;
  status: OrderStatus;
  /** The reason of a rejection, if one was given. */
  statusReason: string | null;
  paymentStatus: PaymentStatus;
  paymentMethod: string;
  /** How a settled order was paid in Bitcoin; null before, and for other methods. */
  paymentWay: PaymentWay | null;
  package: {
    id: string;
    coins: number;
    /** The price after the discount. */
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
  /** When the payment first settled; never cleared. */
  settledAt: string | null;
  /** Incremented with every change. */
  version: number;
}

/** The delivery adapter in the history of an order and in the audit log. */
export const ADAPTER_ACTOR = "delivery adapter";

/** Converts an order for the API and webhooks, without the internal note. */
export function publicOrder(order: StoredOrder): PublicOrder {
  const { id, coins, priceCents, discount } = order.package;
  return {
    id: order.id,
    status: order.status,
    statusReason: order.statusReason,
    paymentStatus: order.paymentStatus,
    paymentMethod: order.paymentMethod,
    paymentWay: paymentWayOf(order),
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

export const eventActors = [
  "customer",
  "payment",
  "shop",
  "administrator",
  "api-key",
  "delivery-adapter",
] as const;
type EventActor = (typeof eventActors)[number];

/** An event of an order in the API and in webhooks. */
export interface PublicEvent {
  type: OrderEventType;
  at: string;
  /** The values before and after, for a status and a payment. */
  from: string | null;
  to: string | null;
  reason: string | null;
  by: EventActor | null;
  /** The name of the API key that acted. Administrators are not identified. */
  key: string | null;
}

/** Converts an event for the API and webhooks. */
export function publicEvent({ type, at, data }: OrderEvent): PublicEvent {
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const by = text(data.by);
  const key = by?.startsWith(KEY_ACTOR) ? by.slice(KEY_ACTOR.length) : null;
  return {
    type,
    at: at.toISOString(),
    from: text(data.from),
    to: text(data.to),
    reason: text(data.reason),
    by: by === null ? null : actorIn(by),
    key,
  };
}

/** Returns the public kind of an actor, without the name or address of an administrator. */
export function actorIn(by: string): EventActor {
  if (by.startsWith(KEY_ACTOR)) return "api-key";
  if (by === "customer" || by === "payment") return by;
  if (by === ADAPTER_ACTOR) return "delivery-adapter";
  return by === "Satchel" ? "shop" : "administrator";
}
