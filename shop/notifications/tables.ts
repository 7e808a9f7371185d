import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "../accounts/tables.ts";
import { orders } from "../orders/tables.ts";
import type {
  NotificationDetail,
  NotificationType,
  TargetConfig,
  TargetEvent,
} from "./notification.ts";

/** Where notifications are sent: places of the shop, and devices of its team and of buyers. */
export const notificationTargets = pgTable(
  "notification_targets",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    name: text().notNull(),
    /** Holds secrets, in clear as those of webhooks. */
    config: jsonb().$type<TargetConfig>().notNull(),
    events: text().array().$type<TargetEvent[]>().notNull(),
    /** The member of the team whose device it is; null for a place of the whole shop. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** The order whose buyer's device it is. */
    orderId: text("order_id").references(() => orders.id, { onDelete: "cascade" }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    /** How many consecutive attempts have failed, and why the last one did. */
    failures: integer().notNull().default(0),
    lastError: text("last_error"),
    lastSentAt: timestamp("last_sent_at", { withTimezone: true }),
  },
  (table) => [index("notification_targets_order").on(table.orderId)],
);

/**
 * The queue. Triggers insert what happens to orders, and payments without an order that come under review, in the same
 * transaction: on `order_events` and on `payment_reviews`.
 */
export const notifications = pgTable(
  "notifications",
  {
    id: uuid().primaryKey().defaultRandom(),
    position: bigserial({ mode: "number" }).notNull(),
    targetId: bigint("target_id", { mode: "number" })
      .notNull()
      .references(() => notificationTargets.id, { onDelete: "cascade" }),
    /** Identifies what happened: a target is notified of it once. */
    key: text().notNull(),
    type: text().$type<NotificationType>().notNull(),
    orderId: text("order_id").references(() => orders.id, { onDelete: "cascade" }),
    detail: jsonb().$type<NotificationDetail>().notNull().default({}),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    /** After a claim, when the claim expires. */
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }).notNull(),
    /** The process that sends it now (`db/holders.server.ts`); null when none does. */
    claimedBy: integer("claimed_by"),
    /** A day after the first attempt; null before it. */
    giveUpAt: timestamp("give_up_at", { withTimezone: true }),
    attempts: integer().notNull().default(0),
    sentAt: timestamp("sent_at", { withTimezone: true }),
    failedAt: timestamp("failed_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("notifications_once").on(table.targetId, table.key),
    index("notifications_due")
      .on(table.nextAttemptAt)
      .where(sql`${table.sentAt} is null and ${table.failedAt} is null`),
    index("notifications_created").on(table.createdAt),
    index("notifications_order").on(table.orderId),
  ],
);
