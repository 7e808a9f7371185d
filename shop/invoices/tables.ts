import { index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { CreditNoteReason } from "./credit-note.ts";
import type { Seller } from "./invoice.ts";

/**
 * The invoice numbers, without gaps: one for each order whose payment settled, assigned by a trigger when the
 * transaction commits. Append-only. Rows outlive purged orders, so that every number can be explained; therefore they
 * have no foreign keys.
 */
export const invoices = pgTable("invoices", {
  number: integer().primaryKey(),
  /** The checkout of the order. Unlike the id of a purged order, it is never used again. */
  checkoutId: uuid("checkout_id").notNull().unique(),
  orderId: text("order_id").notNull(),
  issuedAt: timestamp("issued_at", { withTimezone: true }).notNull(),
  totalCents: integer("total_cents").notNull(),
  /** The seller's details in the settings when the invoice was issued. */
  seller: jsonb().$type<Partial<Seller>>().notNull(),
  /** Part of the printed number; empty until a backup is restored. */
  series: text().notNull().default(""),
});

/**
 * The series of invoice numbers; the newest is in use. Each restore begins a new one: the numbers that were assigned
 * after the backup are unknown, and must not be printed on another invoice.
 */
export const invoiceSeries = pgTable("invoice_series", {
  name: text().primaryKey(),
  begunAt: timestamp("begun_at", { withTimezone: true }).notNull(),
});

/**
 * Credit notes and their corrections, numbered without gaps: each changes what an invoice says, which itself never changes.
 * Append-only, and without foreign keys, as the invoices.
 */
export const creditNotes = pgTable(
  "credit_notes",
  {
    number: integer().primaryKey(),
    series: text().notNull().default(""),
    checkoutId: uuid("checkout_id").notNull(),
    orderId: text("order_id").notNull(),
    /** The invoice, as it is printed. */
    invoice: text().notNull(),
    reason: text().$type<CreditNoteReason>().notNull(),
    /** What it adds to the invoice with VAT, and the VAT in it: negative, or positive for a correction. */
    grossCents: integer("gross_cents").notNull(),
    vatCents: integer("vat_cents").notNull(),
    issuedAt: timestamp("issued_at", { withTimezone: true }).notNull(),
    /** The seller's details in the settings when it was issued. */
    seller: jsonb().$type<Partial<Seller>>().notNull(),
  },
  (table) => [index("credit_notes_checkout").on(table.checkoutId)],
);
