import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { orders } from "../orders/tables.ts";

/** The delivery of each order by the delivery adapter: one for each order, under the order's id. */
export const orderDeliveries = pgTable(
  "order_deliveries",
  {
    orderId: text("order_id")
      .primaryKey()
      .references(() => orders.id, { onDelete: "cascade" }),
    /** Since when the adapter may deliver it: an order that was completed after this is left alone. */
    since: timestamp({ withTimezone: true }).notNull(),
    /** When the adapter is called next; after a claim, when the claim expires. Null once it is delivered or given up. */
    nextAttemptAt: timestamp("next_try_at", { withTimezone: true }),
    /** The process that delivers it now (`db/holders.server.ts`); null when none does. */
    claimedBy: integer("claimed_by"),
    /** Incremented with every claim, so that the outcome of an expired one is recognized. */
    attempts: integer().notNull().default(0),
    /** Set by the first call. */
    deadline: timestamp({ withTimezone: true }),
    /** Whether the last answer was "pending". */
    pending: boolean().notNull().default(false),
    /** Why it is not delivered yet, or was given up. */
    reason: text(),
    /** The adapter's own name of the delivery. */
    reference: text(),
    deliveredAt: timestamp("delivered_at", { withTimezone: true }),
    /** When it was refused or given up. */
    failedAt: timestamp("failed_at", { withTimezone: true }),
    /** Whether the adapter refused it and says that it has sent no coins. */
    unsent: boolean().notNull().default(false),
  },
  (table) => [
    index("order_deliveries_due")
      .on(table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} is not null`),
  ],
);
