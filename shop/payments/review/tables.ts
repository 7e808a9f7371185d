import {
  bigint,
  bigserial,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { checkouts } from "#shop/checkouts/tables.ts";
import { paymentDecisions, receipts } from "../tables.ts";
import type { RefundState } from "./refund-state.ts";
import type { ReviewReason } from "./review.ts";

/**
 * The review queue: payments that need a decision, with the amounts of their last assessment, which adds and removes
 * rows. The subject is a checkout's payment on the chain, one unclaimed output, or one receipt.
 */
export const paymentReviews = pgTable(
  "payment_reviews",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    checkoutId: uuid("checkout_id").references(() => checkouts.id),
    txid: text(),
    vout: integer(),
    reason: text().$type<ReviewReason>().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    dueSats: bigint("due_sats", { mode: "number" }),
    receivedSats: bigint("received_sats", { mode: "number" }).notNull(),
    missingSats: bigint("missing_sats", { mode: "number" }).notNull(),
    excessSats: bigint("excess_sats", { mode: "number" }).notNull(),
    receiptId: bigint("receipt_id", { mode: "number" }).references(() => receipts.id),
  },
  (table) => [
    uniqueIndex("payment_reviews_checkout").on(table.checkoutId),
    uniqueIndex("payment_reviews_receipt").on(table.receiptId),
    uniqueIndex("payment_reviews_output").on(table.txid, table.vout),
    index("payment_reviews_since").on(table.since, table.id),
  ],
);

/** Checkouts whose order was rejected, deleted or restored; a trigger on `orders` adds them. */
export const paymentRechecks = pgTable("payment_rechecks", {
  id: bigserial({ mode: "number" }).primaryKey(),
  /** No foreign key: its lock on the checkout could deadlock with a reassessment waiting for the order. */
  checkoutId: uuid("checkout_id").notNull(),
});

/** What the chain shows of the transaction of a recorded refund. */
export const refundTransactions = pgTable(
  "refund_transactions",
  {
    decisionId: bigint("decision_id", { mode: "number" })
      .primaryKey()
      .references(() => paymentDecisions.id),
    state: text().$type<RefundState>().notNull().default("unseen"),
    /** Satoshis that it pays to the address of the refund; null before it was seen. */
    paidSats: bigint("paid_sats", { mode: "number" }),
    /** The block that it was last found in; null while it is unconfirmed. */
    blockHash: text("block_hash"),
    /** When it is looked up next; null once it is final or given up. */
    nextCheckAt: timestamp("next_check_at", { withTimezone: true }),
  },
  (table) => [index("refund_transactions_due").on(table.nextCheckAt)],
);
