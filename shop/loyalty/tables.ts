import {
  bigint,
  bigserial,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { LedgerKind } from "./loyalty.ts";
import { users } from "../accounts/tables.ts";

/** Changes of points and referral earnings. Append-only: a balance is the sum of its rows, and a deduction is a row. */
export const ledger = pgTable(
  "ledger",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text().$type<LedgerKind>().notNull(),
    points: integer().notNull().default(0),
    /** Referral earnings in US cents. */
    cents: integer().notNull().default(0),
    orderId: text("order_id"),
    /** Unique per user, such as `birthday:2026`; null for reconciled rows. */
    onceKey: text("once_key"),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("ledger_user").on(table.userId, table.id),
    index("ledger_order").on(table.orderId),
    uniqueIndex("ledger_once").on(table.userId, table.onceKey),
  ],
);

/** The last processed order event: one row. */
export const ledgerCursor = pgTable("ledger_cursor", {
  id: integer().primaryKey().default(1),
  lastEventId: bigint("last_event_id", { mode: "number" }).notNull(),
});

/**
 * Who brought a person whose account was deleted, and when that person first registered. The email is stored as a keyed
 * digest only: it tells whether an address that is given had an account, and nothing else.
 */
export const formerReferrals = pgTable("former_referrals", {
  emailDigest: text("email_digest").primaryKey(),
  /** Null for nobody, or once that account is deleted, too. */
  referrerId: text("referrer_id").references(() => users.id, { onDelete: "set null" }),
  registeredAt: timestamp("registered_at", { withTimezone: true }).notNull(),
});
