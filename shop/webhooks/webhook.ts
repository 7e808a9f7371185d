import { z } from "zod";
import { type FieldErrors, parseForm } from "#lib/form.ts";
import type { Cursor } from "#lib/paging.ts";
import type { Result } from "#lib/result.ts";
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

/** The form of an endpoint, validated in the browser and on the server. */
const endpointSchema = z.object({
  url: targetUrl,
  events: z
    .array(z.enum(webhookEvents))
    .min(1, "Choose at least one event")
    .transform((chosen) => webhookEvents.filter((event) => chosen.includes(event))),
  enabled: z
    .string()
    .optional()
    .transform((ticked) => ticked === "on"),
});

export type EndpointField = keyof z.input<typeof endpointSchema>;

/** The editable values of an endpoint. */
export type EndpointValues = z.output<typeof endpointSchema>;

/** Validates the form of an endpoint. */
export function parseEndpointForm(
  form: FormData,
): Result<EndpointValues, FieldErrors<EndpointField>> {
  return parseForm(endpointSchema, {
    url: form.get("url") ?? "",
    events: form.getAll("events"),
    enabled: form.get("enabled") ?? undefined,
  });
}

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
