import { sql } from "drizzle-orm";
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { HostedMethod, PageOutcome } from "./provider.ts";
import type { CsvLayout } from "./bank/csv-layout.ts";
import { checkouts } from "../checkout/tables.ts";
import { receipts } from "../payments/tables.ts";

/** Pages of Stripe and PayPal on which an order can be paid, and when the service is asked about each next. */
export const hostedPages = pgTable(
  "hosted_pages",
  {
    method: text().$type<HostedMethod>().notNull(),
    /** The service's own id of it. */
    reference: text().notNull(),
    checkoutId: uuid("checkout_id")
      .notNull()
      .references(() => checkouts.id),
    url: text().notNull(),
    cents: integer().notNull(),
    outcome: text().$type<PageOutcome>().notNull().default("open"),
    openedAt: timestamp("opened_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    /** Null once nothing more is expected of it. */
    nextCheckAt: timestamp("next_check_at", { withTimezone: true }),
    lastCheckedAt: timestamp("last_checked_at", { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.method, table.reference] }),
    index("hosted_pages_checkout").on(table.checkoutId),
    index("hosted_pages_due")
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
  ],
);

/** Lines of bank statements that were read: each once, however often the same statement is imported. */
export const statementEntries = pgTable(
  "statement_entries",
  {
    /** What the bank calls it, else a digest of all that it says. */
    reference: text().primaryKey(),
    cents: bigint({ mode: "number" }).notNull(),
    currency: text().notNull(),
    bookedOn: date("booked_on", { mode: "string" }).notNull(),
    payer: text().notNull(),
    purpose: text().notNull(),
    importedAt: timestamp("imported_at", { withTimezone: true }).notNull(),
    importedBy: text("imported_by").notNull(),
    /** What was done with it: not yet anything, recorded as a receipt, or set aside as no business of the shop. */
    state: text().$type<"new" | "recorded" | "ignored">().notNull().default("new"),
    receiptId: bigint("receipt_id", { mode: "number" }).references(() => receipts.id),
  },
  (table) => [index("statement_entries_state").on(table.state, table.bookedOn, table.reference)],
);

/** How banks write their statements as CSV: what a person chose for a table with these heads. */
export const statementLayouts = pgTable("statement_layouts", {
  /** The heads of the table, with what parts them. */
  heads: text().primaryKey(),
  layout: jsonb().$type<CsvLayout>().notNull(),
  savedAt: timestamp("saved_at", { withTimezone: true }).notNull(),
});
