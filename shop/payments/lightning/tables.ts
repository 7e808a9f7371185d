import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  index,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { checkouts } from "#shop/checkouts/tables.ts";
import { quotes } from "../tables.ts";
import type { LightningNode } from "./lightning-node.ts";

/**
 * Lightning invoices that buyers were shown, each for the amount of its quote, and what became of them. A settled one
 * never changes again.
 */
export const lightningInvoices = pgTable(
  "lightning_invoices",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    checkoutId: uuid("checkout_id")
      .notNull()
      .references(() => checkouts.id),
    quoteId: bigint("quote_id", { mode: "number" })
      .notNull()
      .references(() => quotes.id),
    node: text().$type<LightningNode["kind"]>().notNull(),
    /** The public key of the node that made it. Null in old rows. */
    nodeId: text("node_id"),
    /** Hex, in lower case. */
    paymentHash: text("payment_hash").notNull(),
    bolt11: text().notNull(),
    sats: bigint({ mode: "number" }).notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    /** When it is looked up next; null once it is final. */
    nextCheckAt: timestamp("next_check_at", { withTimezone: true }),
    /** When the node last said whether it is paid. */
    lastCheckedAt: timestamp("last_checked_at", { withTimezone: true }),
    /** Its page is open in a browser until then, so it is looked up often. */
    watchedUntil: timestamp("watched_until", { withTimezone: true }),
    /** When the node was found to have cancelled it before its end: it can no longer be paid. */
    canceledAt: timestamp("canceled_at", { withTimezone: true }),
    /** Since when the node says that it has no such invoice, or that it was paid on-chain. */
    unknownSince: timestamp("unknown_since", { withTimezone: true }),
    settledAt: timestamp("settled_at", { withTimezone: true }),
    /** What the payer sent, in millisatoshis, as far as the node says; null until it is settled. */
    paidMsat: bigint("paid_msat", { mode: "number" }),
    /** This node's count of settled invoices, from which it tells what is paid later. */
    settleIndex: bigint("settle_index", { mode: "number" }),
  },
  (table) => [
    // Only one invoice of a quote is shown, also with two tabs or a double click.
    uniqueIndex("lightning_invoices_quote")
      .on(table.quoteId)
      .where(sql`${table.canceledAt} is null`),
    uniqueIndex("lightning_invoices_hash").on(table.paymentHash),
    index("lightning_invoices_checkout").on(table.checkoutId),
    index("lightning_invoices_due")
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
    // What was received in a period, read from the index alone.
    index("lightning_invoices_received")
      .on(table.settledAt, table.sats, table.paidMsat)
      .where(sql`${table.settledAt} is not null`),
    index("lightning_invoices_unknown")
      .on(table.unknownSince)
      .where(sql`${table.unknownSince} is not null`),
  ],
);
