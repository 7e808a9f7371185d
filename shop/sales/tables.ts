import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { SaleEntryKind } from "./sale.ts";

/**
 * What each order has kept, as changes with their times: the sale, what went back, the end of the order. A trigger on
 * `orders` writes them. Append-only, and without foreign keys: the figures of a quarter stay when an order is purged.
 */
export const saleEntries = pgTable(
  "sale_entries",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    /** Unlike the id of a purged order, it is never used again. */
    checkoutId: uuid("checkout_id").notNull(),
    orderId: text("order_id").notNull(),
    kind: text().$type<SaleEntryKind>().notNull(),
    /** By how much the number of sales changes: 1, 0 or -1. */
    sales: integer().notNull(),
    /** By how much what was kept of the total changes, the part paid from credit, and the VAT in both. */
    cents: integer().notNull(),
    creditCents: integer("credit_cents").notNull(),
    vatCents: integer("vat_cents").notNull(),
    country: text(),
    vatBasisPoints: integer("vat_basis_points").notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** True while its credit note is to be issued, the only column that changes. */
    noteDue: boolean("note_due").notNull(),
  },
  (table) => [
    index("sale_entries_checkout").on(table.checkoutId, table.id),
    index("sale_entries_vat")
      .on(table.at)
      .where(sql`${table.vatBasisPoints} > 0`),
    index("sale_entries_note_due")
      .on(table.at)
      .where(sql`${table.noteDue}`),
  ],
);
