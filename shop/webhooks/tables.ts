import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { DeliveryType, WebhookEvent, WebhookSnapshot } from "./webhook.ts";
import { orders } from "../orders/tables.ts";

/** URLs outside the shop that receive the events of orders. */
export const webhookEndpoints = pgTable("webhook_endpoints", {
  id: bigserial({ mode: "number" }).primaryKey(),
  url: text().notNull(),
  events: text().array().$type<WebhookEvent[]>().notNull(),
  enabled: boolean().notNull().default(true),
  /** The HMAC key of the signatures. */
  secret: text().notNull(),
  /** Incremented with every change by an administrator. */
  version: integer().notNull().default(1),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  /** How many consecutive attempts have failed, and since when. */
  failures: integer().notNull().default(0),
  failingSince: timestamp("failing_since", { withTimezone: true }),
  /** The lease: the process that sends to this endpoint (`db/holders.server.ts`), and when it expires. */
  leasedBy: integer("leased_by"),
  leasedUntil: timestamp("leased_until", { withTimezone: true }),
});

/** Deliveries to endpoints. A trigger on `order_events` inserts them in the transaction of the event. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    /** Part of the message: the same at every attempt. */
    id: uuid().primaryKey().defaultRandom(),
    /** The order of the events, also of those at the same moment. */
    position: bigserial("place", { mode: "number" }).notNull(),
    endpointId: bigint("endpoint_id", { mode: "number" })
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    /** Null in a test. Purging an order deletes its deliveries. */
    orderId: text("order_id").references(() => orders.id, { onDelete: "cascade" }),
    type: text().$type<DeliveryType>().notNull(),
    /** The order and the event at that time; null once `body` is built. */
    snapshot: jsonb().$type<WebhookSnapshot>(),
    /** The message, the same at every attempt; null before the first. */
    body: text(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    nextAttemptAt: timestamp("next_try_at", { withTimezone: true }).notNull(),
    /** A day after the first attempt; null before it, and after the delivery was requested again. */
    giveUpAt: timestamp("give_up_at", { withTimezone: true }),
    attempts: integer().notNull().default(0),
    lastError: text("last_error"),
    deliveredAt: timestamp("delivered_at", { withTimezone: true }),
    /** When it was given up, after a day of attempts. */
    failedAt: timestamp("failed_at", { withTimezone: true }),
  },
  (table) => [
    index("webhook_deliveries_due")
      .on(table.endpointId, table.nextAttemptAt, table.position)
      .where(sql`${table.deliveredAt} is null and ${table.failedAt} is null`),
    index("webhook_deliveries_list").on(table.endpointId, table.position),
    index("webhook_deliveries_failed")
      .on(table.failedAt)
      .where(sql`${table.failedAt} is not null`),
    index("webhook_deliveries_created").on(table.createdAt),
    index("webhook_deliveries_order").on(table.orderId),
  ],
);

/** The outcome of each attempt. */
export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: "cascade" }),
    at: timestamp({ withTimezone: true }).notNull(),
    durationMs: integer("duration_ms").notNull(),
    url: text().notNull(),
    signature: text().notNull(),
    /** Null without a response; `error` then gives the reason. */
    status: integer(),
    /** The beginning of the response body. */
    response: text(),
    error: text(),
  },
  (table) => [index("webhook_attempts_delivery").on(table.deliveryId, table.id)],
);
