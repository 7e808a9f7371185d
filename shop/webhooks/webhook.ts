import { z } from "zod";
import { type FieldErrors, parseForm } from "#lib/form.ts";
import type { Cursor } from "#lib/paging.ts";
import type { Result } from "#lib/result.ts";
import { ONE_LINE, unusable } from "#lib/text.ts";

/** What an endpoint can be told of. The trigger `queue_webhooks` knows which event of an order each is. */
export const webhookEvents = [
  "order.placed",
  "order.payment_changed",
  "order.payment_decided",
  "order.status_changed",
  "order.deleted",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent when an administrator wants to see whether it arrives. */
export const TEST_EVENT = "webhook.test";
export type DeliveryType = WebhookEvent | typeof TEST_EVENT;

/** What the trigger keeps: the order as a row of its table, without the note, and what the event says. */
export interface WebhookSnapshot {
  order: Record<string, unknown>;
  changed: Record<string, unknown>;
}

/** Each has a request of its own under way at times, so there are not any number of them. */
export const ENDPOINTS_MAX = 20;

/** After so many tries in a row that failed somebody has to look at it. */
export const FAILING_AFTER = 3;

/** How long something that was sent, or given up, can be looked at, in days. */
export const KEEP_DAYS = 30;

const URL_MAX = 2000;

/** The form of an endpoint, checked alike in the browser and on the server. */
const endpointSchema = z.object({
  url: z
    .string()
    .trim()
    .min(1, "URL is required")
    .max(URL_MAX, `URL is too long (at most ${URL_MAX} characters)`)
    .regex(ONE_LINE, unusable("URL"))
    .transform((text, context) => {
      const url = URL.canParse(text) ? new URL(text) : null;
      if (!url || !["https:", "http:"].includes(url.protocol))
        context.addIssue("URL must begin with https:// or http://");
      else if (url.username || url.password)
        context.addIssue("URL must not hold a user or a password");
      else if (url.hash) context.addIssue("URL must not have a # in it");
      else return url.href;
      return z.NEVER;
    }),
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

/** What an administrator decides about an endpoint. */
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

/** An endpoint as the back office sees it: its secret is shown once, when it is made. */
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

/** An endpoint in the list, with the last that was to be sent there. */
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
  /** Null once it is sent or given up. */
  nextTryAt: Date | null;
}

/** One try: what was sent in that moment, and what came back. */
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
  tries: Attempt[];
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

/** Where a delivery stands, by its times. */
export function deliveryState(delivery: {
  deliveredAt: Date | null;
  failedAt: Date | null;
}): DeliveryState {
  if (delivery.deliveredAt) return "delivered";
  return delivery.failedAt ? "failed" : "waiting";
}

/** Whether somebody has to look at it. */
export function isFailing({ enabled, failures }: Pick<Endpoint, "enabled" | "failures">): boolean {
  return enabled && failures >= FAILING_AFTER;
}
