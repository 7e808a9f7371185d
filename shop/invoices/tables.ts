import { integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Seller } from "./invoice.ts";

/**
 * The numbers of the invoices, without gaps: one for each order whose payment settled, given by a trigger when
 * that transaction commits. Append-only. What is purged keeps its row here, so that every number can be explained;
 * hence no reference to what may be gone.
 */
export const invoices = pgTable("invoices", {
  number: integer().primaryKey(),
  /** What the order came of. An order's id may be drawn again once it is purged; this never is. */
  checkoutId: uuid("checkout_id").notNull().unique(),
  orderId: text("order_id").notNull(),
  issuedAt: timestamp("issued_at", { withTimezone: true }).notNull(),
  totalCents: integer("total_cents").notNull(),
  /** What the owner had saved about the seller when it was issued. */
  seller: jsonb().$type<Partial<Seller>>().notNull(),
  /** Part of what is printed as the number; empty until a restore. */
  series: text().notNull().default(""),
});

/**
 * Each restore begins another series: which numbers were given after the backup nobody remembers, and none of them
 * may be printed on another invoice. The newest counts.
 */
export const invoiceSeries = pgTable("invoice_series", {
  name: text().primaryKey(),
  begunAt: timestamp("begun_at", { withTimezone: true }).notNull(),
});
