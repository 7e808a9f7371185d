import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { HostedMethod, PageOutcome } from "#shop/methods/provider.ts";
import type { ReceiptMethod } from "#shop/settings/payment-method.ts";
import type { Dispute } from "#shop/payments/model/receipt.ts";
import type { CsvLayout } from "#shop/methods/bank/csv-layout.ts";
import { checkouts } from "./checkout.server.ts";

/** Money that came by another way than the chain, as it was last told: each payment once. */
export const receipts = pgTable(
  "receipts",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    method: text().$type<ReceiptMethod>().notNull(),
    /** The payment's own id: of the service, or of the bank's entry. */
    reference: text().notNull(),
    /** Null while it is nobody's. */
    checkoutId: uuid("checkout_id").references(() => checkouts.id),
    cents: bigint({ mode: "number" }).notNull(),
    /** ISO 4217, in capitals. */
    currency: text().notNull(),
    /** What was sent back and did not bounce. */
    refundedCents: bigint("refunded_cents", { mode: "number" }).notNull().default(0),
    /** What was sent back and did not reach the buyer, so that the service has it again. */
    bouncedCents: bigint("bounced_cents", { mode: "number" }).notNull().default(0),
    dispute: text().$type<Dispute>(),
    /** The page that it was paid on; null for what a person recorded. */
    pageReference: text("page_reference"),
    /** Who paid, and what for, as the bank tells it. */
    details: text().notNull().default(""),
    /** Who recorded it; null for what a service told. */
    recordedBy: text("recorded_by"),
    receivedAt: timestamp("received_at", { withTimezone: true }).notNull(),
    recordedAt: timestamp("recorded_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex("receipts_reference").on(table.method, table.reference),
    index("receipts_checkout").on(table.checkoutId),
  ],
);

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
    nextAskAt: timestamp("next_ask_at", { withTimezone: true }),
    lastAskedAt: timestamp("last_asked_at", { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.method, table.reference] }),
    index("hosted_pages_checkout").on(table.checkoutId),
    index("hosted_pages_due")
      .on(table.nextAskAt)
      .where(sql`${table.nextAskAt} is not null`),
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
