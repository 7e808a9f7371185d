import { KEY_ACTOR } from "../api-keys/api-key.ts";
import type { OrderEvent, OrderEventType } from "./order.ts";

export const eventActors = ["customer", "payment", "shop", "administrator", "api-key"] as const;
type EventActor = (typeof eventActors)[number];

/** Something that happened to an order, as programs outside are told of it. */
export interface PublicEvent {
  type: OrderEventType;
  at: string;
  /** What it was and became, for a status and a payment. */
  from: string | null;
  to: string | null;
  reason: string | null;
  by: EventActor | null;
  /** The name of the key, for what a program did. Who the administrators are is not told. */
  key: string | null;
}

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

/** Whom an event of an order names, as programs outside are told: administrators by no name or address. */
export function actorIn(by: string): EventActor {
  if (by.startsWith(KEY_ACTOR)) return "api-key";
  if (by === "customer" || by === "payment") return by;
  return by === "Satchel" ? "shop" : "administrator";
}
