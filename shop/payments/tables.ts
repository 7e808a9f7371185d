import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { DecisionKind, OutputState, PaymentPolicy, Refund } from "./model/payment.ts";
import type { ReviewReason } from "./review/review.ts";
import type { PriceSourceName } from "./prices/rate.ts";
import type { Dispute } from "./model/receipt.ts";
import type { ReceiptMethod } from "../settings/payment-method.ts";
import { checkouts } from "../checkout/tables.ts";

/** How far each public key has been used: an index is handed out once, by the database. */
export const addressKeys = pgTable("address_keys", {
  /** The extended public key itself, as configured. */
  key: text().primaryKey(),
  nextIndex: integer("next_index").notNull().default(0),
});

/** Every address ever shown to a buyer, and when the chain is asked about it next. */
export const paymentAddresses = pgTable(
  "payment_addresses",
  {
    address: text().primaryKey(),
    /** Null for the one fixed address, which many checkouts share. */
    checkoutId: uuid("checkout_id").references(() => checkouts.id),
    key: text(),
    keyIndex: integer("key_index"),
    issuedAt: timestamp("issued_at", { withTimezone: true }).notNull(),
    nextCheckAt: timestamp("next_check_at", { withTimezone: true }).notNull(),
    lastCheckedAt: timestamp("last_checked_at", { withTimezone: true }),
    /** Somebody has the page open until then: ask often. */
    watchedUntil: timestamp("watched_until", { withTimezone: true }),
    /** Nothing more is expected of it: not asked about again unless somebody opens its page. */
    retiredAt: timestamp("retired_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("payment_addresses_checkout").on(table.checkoutId),
    unique("payment_addresses_key_index").on(table.key, table.keyIndex),
    index("payment_addresses_due")
      .on(table.nextCheckAt)
      .where(sql`${table.retiredAt} is null`),
  ],
);

/** An amount held at a rate until a time. Never changed; a re-quote is another row on the same address. */
export const quotes = pgTable(
  "quotes",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    checkoutId: uuid("checkout_id")
      .notNull()
      .references(() => checkouts.id),
    address: text()
      .notNull()
      .references(() => paymentAddresses.address),
    sats: bigint({ mode: "number" }).notNull(),
    priceCents: integer("price_cents").notNull(),
    rateCents: bigint("rate_cents", { mode: "number" }).notNull(),
    /** The price sources whose median the rate is. */
    sources: jsonb().$type<PriceSourceName[]>().notNull(),
    /** When it counts as paid: what the owner had chosen when it was asked for. Null in old rows. */
    policy: jsonb().$type<PaymentPolicy>(),
    lockedAt: timestamp("locked_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    /** The rest that an administrator asked for: by which decision, and how much was still to be sent then. */
    decisionId: bigint("decision_id", { mode: "number" }).references(() => paymentDecisions.id),
    topUpSats: bigint("rest_sats", { mode: "number" }),
  },
  (table) => [
    index("quotes_checkout").on(table.checkoutId),
    index("quotes_address_sats").on(table.address, table.sats),
    index("quotes_address_rest")
      .on(table.address, table.topUpSats)
      .where(sql`${table.topUpSats} is not null`),
  ],
);

/** A transaction output that pays one of our addresses, as the chain source last told it. */
export const chainOutputs = pgTable(
  "chain_outputs",
  {
    txid: text().notNull(),
    vout: integer().notNull(),
    address: text().notNull(),
    sats: bigint({ mode: "number" }).notNull(),
    /** Null while no quote claims it: money that fits no rule. */
    checkoutId: uuid("checkout_id").references(() => checkouts.id),
    firstSeenAt: timestamp("first_seen_at", { withTimezone: true }).notNull(),
    state: text().$type<OutputState>().notNull(),
    blockHash: text("block_hash"),
    blockHeight: integer("block_height"),
    /** US cents for one BTC when it was first seen; null when no price was known. */
    rateCents: bigint("rate_cents", { mode: "number" }),
    /** Coins (`txid:vout`) that its transaction spends, to find out later what spent them instead. */
    spends: text().array(),
    /** With state `replaced`: the transaction that spends the same coins. */
    replacedBy: text("replaced_by"),
  },
  (table) => [
    primaryKey({ columns: [table.txid, table.vout] }),
    index("chain_outputs_address").on(table.address),
    index("chain_outputs_checkout").on(table.checkoutId),
    index("chain_outputs_height").on(table.state, table.blockHeight),
  ],
);

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

/**
 * What administrators decided about money that fits no rule. Append-only: a decision is taken back by
 * another. About a checkout's payment on the chain, about one output that no checkout claims, or about one receipt.
 */
export const paymentDecisions = pgTable(
  "payment_decisions",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    checkoutId: uuid("checkout_id").references(() => checkouts.id),
    txid: text(),
    vout: integer(),
    kind: text().$type<DecisionKind>().notNull(),
    reason: text().notNull(),
    /** Satoshis that were there when it was decided: what comes later, it does not speak of. */
    receivedSats: bigint("received_sats", { mode: "number" }).notNull().default(0),
    /** For a refund on the chain: what was sent back, where, and in which transaction. */
    refund: jsonb().$type<Refund>(),
    /**
     * Of a receipt: which, how many cents were left of it, how many had bounced, whether it was disputed; and for a
     * refund, how many.
     */
    receiptId: bigint("receipt_id", { mode: "number" }).references(() => receipts.id),
    receivedCents: bigint("received_cents", { mode: "number" }).notNull().default(0),
    bouncedCents: bigint("bounced_cents", { mode: "number" }).notNull().default(0),
    dispute: text().$type<Dispute>(),
    refundCents: bigint("refund_cents", { mode: "number" }),
    /** The refund's own id, of the service or of the bank. */
    refundReference: text("refund_reference"),
    /** For `undo`: the decision that it takes back. */
    undoes: bigint({ mode: "number" }).references((): AnyPgColumn => paymentDecisions.id),
    byEmail: text("by_email").notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("payment_decisions_checkout").on(table.checkoutId, table.id),
    index("payment_decisions_output").on(table.txid, table.vout),
    index("payment_decisions_receipt").on(table.receiptId),
    // A decision is taken back once.
    uniqueIndex("payment_decisions_undoes").on(table.undoes),
  ],
);

/**
 * Payments that wait for a person's decision, with what the facts amounted to when they were last looked at: a
 * row appears and goes as they change. About a checkout's payment on the chain, about one output that no checkout
 * claims, or about one receipt.
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

/** Checkouts whose order an administrator rejected, deleted or took back from that: a trigger on `orders` adds them. */
export const paymentRechecks = pgTable("payment_rechecks", {
  id: bigserial({ mode: "number" }).primaryKey(),
  /** No reference: it would wait for who looks at the checkout, who waits for the order. */
  checkoutId: uuid("checkout_id").notNull(),
});

/** The newest block the chain source has shown us: one row. */
export const chainTip = pgTable("chain_tip", {
  id: integer().primaryKey().default(1),
  height: integer().notNull(),
  hash: text().notNull(),
  seenAt: timestamp("seen_at", { withTimezone: true }).notNull(),
  /** From where a source that watches by itself is asked for news; null before it was, and of any other. */
  newsCursor: text("news_cursor"),
});

/** The last good answer of each price source, so that a restart does not start blind. */
export const priceSamples = pgTable("price_samples", {
  source: text().$type<PriceSourceName>().primaryKey(),
  rateCents: bigint("rate_cents", { mode: "number" }).notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});
