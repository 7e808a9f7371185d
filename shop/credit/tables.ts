import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { CreditKind } from "./credit.ts";
import { users } from "../accounts/tables.ts";

const cents = (name: string) => bigint(name, { mode: "number" }).notNull().default(0);

/** Changes of the accounts' credit, in cents. Append-only: a balance is the sum of its rows. */
export const creditEntries = pgTable(
  "credit_entries",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text().$type<CreditKind>().notNull(),
    cents: cents("cents"),
    /** By how much what is owed changes. */
    owedCents: cents("owed_cents"),
    /** For points that became credit: how many. */
    points: integer().notNull().default(0),
    orderId: text("order_id"),
    /** The checkout that it was spent at or returned from. */
    checkoutId: uuid("checkout_id"),
    /** Names what the entry is for, so that it is written once, such as `gift-code:17`. */
    onceKey: text("once_key").notNull(),
    note: text(),
    /** The email of the administrator who wrote it. */
    actor: text(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("credit_entries_user").on(table.userId, table.id),
    index("credit_entries_checkout")
      .on(table.checkoutId)
      .where(sql`${table.checkoutId} is not null`),
    uniqueIndex("credit_entries_once").on(table.onceKey),
  ],
);

/** The credit of each account that ever had some. Changed in the transaction of its entries, under the lock of its row. */
export const creditBalances = pgTable(
  "credit_balances",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    cents: cents("cents"),
    owedCents: cents("owed_cents"),
  },
  (table) => [
    check("credit_balances_positive", sql`${table.cents} >= 0`),
    check(
      "credit_balances_owed",
      sql`${table.owedCents} >= 0 and (${table.owedCents} = 0 or ${table.cents} = 0)`,
    ),
  ],
);
