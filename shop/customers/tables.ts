import { bigint, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** All who ordered or registered, by email in lower case. Triggers on `orders` and `users` maintain it. */
export const customers = pgTable(
  "customers",
  {
    email: text().primaryKey(),
    userId: text("user_id"),
    name: text(),
    orders: integer().notNull().default(0),
    /** The orders that count as sales, in US cents. */
    spentCents: bigint("spent_cents", { mode: "number" }).notNull().default(0),
    lastOrderAt: timestamp("last_order_at", { withTimezone: true }),
    /** When they first ordered or registered. */
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("customers_since").on(table.since, table.email),
    index("customers_spent").on(table.spentCents, table.email),
    index("customers_orders").on(table.orders, table.email),
    index("customers_user").on(table.userId),
  ],
);
