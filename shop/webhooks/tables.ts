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

/** Addresses outside the shop that are told what happens to orders. */
export const webhookEndpoints = pgTable("webhook_endpoints", {
  id: bigserial({ mode: "number" }).primaryKey(),
  url: text().notNull(),
  events: text().array().$type<WebhookEvent[]>().notNull(),
  enabled: boolean().notNull().default(true),
  /** Signs what is sent there. */
  secret: text().notNull(),
  /** Goes up with every change that somebody makes. */
  version: integer().notNull().default(1),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  /** How many tries in a row have failed, and since when. */
  failures: integer().notNull().default(0),
  failingSince: timestamp("failing_since", { withTimezone: true }),
  /** Who sends to it now, and until when that is believed: one at a time, however many instances there are. */
  leasedBy: uuid("leased_by"),
  leasedUntil: timestamp("leased_until", { withTimezone: true }),
});

/** What is to be sent to an endpoint, or was. A trigger on `order_events` writes it, in the transaction of the event. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    /** Named in the message: the same at every try. */
    id: uuid().primaryKey().defaultRandom(),
    /** In the order in which things happened, also of those at the same moment. */
    place: bigserial({ mode: "number" }).notNull(),
    endpointId: bigint("endpoint_id", { mode: "number" })
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    /** Null in a test. When the order is removed for good, so is what was told of it. */
    orderId: text("order_id").references(() => orders.id, { onDelete: "cascade" }),
    type: text().$type<DeliveryType>().notNull(),
    /** The order and the event as they were; until `body` is made of them. */
    snapshot: jsonb().$type<WebhookSnapshot>(),
    /** What is sent, the same at every try; null before the first. */
    body: text(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    nextTryAt: timestamp("next_try_at", { withTimezone: true }).notNull(),
    /** Null before the first try, from which a day is counted, and after it was asked for again. */
    giveUpAt: timestamp("give_up_at", { withTimezone: true }),
    attempts: integer().notNull().default(0),
    lastError: text("last_error"),
    deliveredAt: timestamp("delivered_at", { withTimezone: true }),
    /** Given up after a day of tries. */
    failedAt: timestamp("failed_at", { withTimezone: true }),
  },
  (table) => [
    index("webhook_deliveries_due")
      .on(table.endpointId, table.nextTryAt, table.place)
      .where(sql`${table.deliveredAt} is null and ${table.failedAt} is null`),
    index("webhook_deliveries_list").on(table.endpointId, table.place),
    index("webhook_deliveries_failed")
      .on(table.failedAt)
      .where(sql`${table.failedAt} is not null`),
    index("webhook_deliveries_created").on(table.createdAt),
    index("webhook_deliveries_order").on(table.orderId),
  ],
);

/** What came of each try. */
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
    /** Null when no answer came; `error` then says why. */
    status: integer(),
    /** The beginning of the answer. */
    response: text(),
    error: text(),
  },
  (table) => [index("webhook_attempts_delivery").on(table.deliveryId, table.id)],
);
