import { KEY_ACTOR } from "../api-keys/api-key.ts";
import type { OrderEvent, OrderEventType } from "./order.ts";

/** The delivery adapter in the history of an order and in the audit log. */
export const ADAPTER_ACTOR = "delivery adapter";

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
