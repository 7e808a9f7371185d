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
import { checkouts } from "../checkouts/tables.ts";
import { receipts } from "../payments/tables.ts";

/** Hosted pages of Stripe and PayPal, and when each is polled next. */
export const hostedPages = pgTable(
  "hosted_pages",
  {
    method: text().$type<HostedMethod>().notNull(),
    /** The provider's id of the page. */
    reference: text().notNull(),
    checkoutId: uuid("checkout_id")
      .notNull()
      .references(() => checkouts.id),
    url: text().notNull(),
    cents: integer().notNull(),
    outcome: text().$type<PageOutcome>().notNull().default("open"),
    /** The provider's word for why the payment is still processing. */
    pendingReason: text("pending_reason"),
    openedAt: timestamp("opened_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    /** Null once the page is final. */
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

/** Credits of imported bank statements; each is stored once, however often its statement is imported. */
export const statementEntries = pgTable(
  "statement_entries",
  {
    /** The bank's id, else a digest of the line. */
    reference: text().primaryKey(),
    cents: bigint({ mode: "number" }).notNull(),
    currency: text().notNull(),
    bookedOn: date("booked_on", { mode: "string" }).notNull(),
    payer: text().notNull(),
    purpose: text().notNull(),
    /** Why an administrator has to look at it; null if there is evidence for all of it. */
    doubt: text(),
    /** What proves account, direction and booking; null for lines in doubt, and those imported before it was stored. */
    evidence: text(),
    importedAt: timestamp("imported_at", { withTimezone: true }).notNull(),
    importedBy: text("imported_by").notNull(),
    /** Not decided, recorded as a receipt, or ignored because it is not a payment for an order. */
    state: text().$type<"new" | "recorded" | "ignored">().notNull().default("new"),
    receiptId: bigint("receipt_id", { mode: "number" }).references(() => receipts.id),
  },
  (table) => [index("statement_entries_state").on(table.state, table.bookedOn, table.reference)],
);

/** Layouts of CSV statements that administrators confirmed, by account. */
export const statementLayouts = pgTable(
  "statement_layouts",
  {
    /** The digest of the headings and of what stands above them. */
    heads: text().notNull(),
    /** The account that the columns name; empty if none does. */
    account: text().notNull().default(""),
    layout: jsonb().$type<CsvLayout>().notNull(),
    savedAt: timestamp("saved_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.heads, table.account] })],
);
