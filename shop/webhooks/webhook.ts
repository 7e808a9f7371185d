import { z } from "zod";
import { type Fields, ticked, type ValuesOf } from "#lib/fields.ts";
import type { Cursor } from "#lib/paging.ts";
import { targetUrl } from "#lib/target-url.ts";

/** The events that an endpoint can subscribe to. The trigger `queue_webhooks` maps order events to them. */
export const webhookEvents = [
  "order.placed",
  "order.payment_changed",
  "order.payment_decided",
  "order.refund_changed",
  "order.credit_note_issued",
  "order.status_changed",
  "order.recipient_changed",
  "order.email_changed",
  "order.deleted",
  "order.message_received",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent on request of an administrator, to test an endpoint. */
export const TEST_EVENT = "webhook.test";
export type DeliveryType = WebhookEvent | typeof TEST_EVENT;

/** The snapshot that the trigger stores: the order's row without the note, and the data of the event. */
export interface WebhookSnapshot {
  order: Record<string, unknown>;
  changed: Record<string, unknown>;
}

/** Limits concurrent requests: each endpoint can have eight in flight. */
export const ENDPOINTS_MAX = 20;

/** After so many consecutive failures an endpoint counts as failing. */
export const FAILING_AFTER = 3;

/** How long finished deliveries are stored, in days. */
export const KEEP_DAYS = 30;

/** What each event is called. */
export const eventLabels: Record<DeliveryType, string> = {
  "order.placed": "Order placed",
  "order.payment_changed": "Payment changed",
  "order.payment_decided": "Payment decision",
  "order.refund_changed": "Refund recorded or undone",
  "order.credit_note_issued": "Credit note issued",
  "order.status_changed": "Status changed",
  "order.recipient_changed": "Recipient corrected by the buyer",
  "order.email_changed": "Email corrected by the buyer",
  "order.deleted": "Order deleted",
  "order.message_received": "Message from the buyer",
  "webhook.test": "Test",
};

/** The form of an endpoint; a new one gets all events. */
export const endpointFields = {
  url: {
    kind: "line",
    label: "URL",
    hint: "Gets a POST with JSON for each event.",
    wide: true,
    input: {
      type: "url",
      inputMode: "url",
      autoComplete: "off",
      required: true,
      placeholder: "https://example.com/satchel",
    },
    rule: targetUrl,
  },
  events: {
    kind: "ticks",
    label: "Events",
    choices: webhookEvents.map((event) => [event, eventLabels[event], event]),
    empty: webhookEvents,
    rule: z
      .array(z.enum(webhookEvents))
      .min(1, "Choose at least one event")
      .transform((chosen) => webhookEvents.filter((event) => chosen.includes(event))),
  },
  enabled: { kind: "tick", label: "Enabled", empty: "on", rule: ticked },
} as const satisfies Fields;

/** The editable values of an endpoint. */
export type EndpointValues = ValuesOf<typeof endpointFields>;

/** An endpoint without its secret, which is shown once, on creation. */
export interface Endpoint {
  id: number;
  url: string;
  events: WebhookEvent[];
  enabled: boolean;
  version: number;
  createdAt: Date;
  failures: number;
  failingSince: Date | null;
}

/** An endpoint in the list, with its last delivery. */
export interface ListedEndpoint extends Endpoint {
  last: { state: DeliveryState; at: Date } | null;
}

export const deliveryStates = ["waiting", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A delivery in the list. */
export interface ListedDelivery {
  id: string;
  type: DeliveryType;
  orderId: string | null;
  state: DeliveryState;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  /** Null once it is delivered or failed. */
  nextAttemptAt: Date | null;
}

/** One attempt to deliver, with the response. */
export interface Attempt {
  id: number;
  at: Date;
  durationMs: number;
  url: string;
  signature: string;
  status: number | null;
  response: string | null;
  error: string | null;
}

export interface DeliveryDetail extends ListedDelivery {
  body: string | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
  /** The newest first. */
  log: Attempt[];
}

export interface DeliveryQuery {
  state: DeliveryState | null;
  cursor: Cursor<number> | null;
}

export interface DeliveryPage {
  deliveries: ListedDelivery[];
  previous: Cursor<number> | null;
  next: Cursor<number> | null;
}

/** Derives the state of a delivery from its timestamps. */
export function deliveryState(delivery: {
  deliveredAt: Date | null;
  failedAt: Date | null;
}): DeliveryState {
  if (delivery.deliveredAt) return "delivered";
  return delivery.failedAt ? "failed" : "waiting";
}

/** True for an enabled endpoint whose recent attempts all failed. */
export function isFailing({ enabled, failures }: Pick<Endpoint, "enabled" | "failures">): boolean {
  return enabled && failures >= FAILING_AFTER;
}
