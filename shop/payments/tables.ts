import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
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
import type { ShownCurrency } from "#messages/currencies.ts";
import type { DecisionKind, OutputState, PaymentPolicy } from "./model/payment.ts";
import type { Refund } from "./model/refund.ts";
import type { PriceSourceName } from "./prices/rate.ts";
import type { Dispute } from "./model/receipt.ts";
import type { ReceiptMethod } from "../settings/payment-method.ts";
import { checkouts } from "../checkouts/tables.ts";

/** The next unused address index of each public key. */
export const addressKeys = pgTable("address_keys", {
  /** The extended public key itself, as configured. */
  key: text().primaryKey(),
  nextIndex: integer("next_index").notNull().default(0),
  /** The highest index that the chain showed as used without this shop having issued it; -1 for none. */
  usedIndex: integer("used_index").notNull().default(-1),
  /**
   * Indexes below this may have been shown to buyers that a restored backup does not know, so their addresses are
   * shared from the start. Null after a restore until the chain was scanned: then none is known to be new.
   */
  sharedBelow: integer("shared_below").default(0),
});

/** Every address that was issued, and when it is polled next. */
export const paymentAddresses = pgTable(
  "payment_addresses",
  {
    address: text().primaryKey(),
    /**
     * The only checkout that it was issued to. Null for one that several share: the fixed address, and an address of
     * the key that was issued again.
     */
    checkoutId: uuid("checkout_id").references(() => checkouts.id),
    key: text(),
    keyIndex: integer("key_index"),
    issuedAt: timestamp("issued_at", { withTimezone: true }).notNull(),
    nextCheckAt: timestamp("next_check_at", { withTimezone: true }).notNull(),
    lastCheckedAt: timestamp("last_checked_at", { withTimezone: true }),
    /** Its page is open in a browser until then, so it is polled often. */
    watchedUntil: timestamp("watched_until", { withTimezone: true }),
    /** When it was retired: no longer polled, unless its page is opened. */
    retiredAt: timestamp("retired_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("payment_addresses_checkout").on(table.checkoutId),
    unique("payment_addresses_key_index").on(table.key, table.keyIndex),
    index("payment_addresses_due")
      .on(table.nextCheckAt)
      .where(sql`${table.retiredAt} is null`),
    index("payment_addresses_retired")
      .on(table.lastCheckedAt)
      .where(sql`${table.retiredAt} is not null`),
  ],
);

/**
 * An amount in satoshis at a rate that is valid until a time. Immutable, but for its withdrawal; a re-quote is another row
 * on the same address.
 */
export const quotes = pgTable(
  "quotes",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    checkoutId: uuid("checkout_id")
      .notNull()
      .references(() => checkouts.id),
    /** Null while it is payable by Lightning only: opening the on-chain tab opens a quote with an address. */
    address: text().references(() => paymentAddresses.address),
    sats: bigint({ mode: "number" }).notNull(),
    priceCents: integer("price_cents").notNull(),
    /** US cents for one BTC, margin included. */
    rateCents: bigint("rate_cents", { mode: "number" }).notNull(),
    /** How far the rate is below the market rate. */
    marginBasisPoints: integer("margin_basis_points").notNull().default(0),
    /** The price sources whose median is the market rate. */
    sources: jsonb().$type<PriceSourceName[]>().notNull(),
    /** The payment policy when the quote was opened. Null in old rows. */
    policy: jsonb().$type<PaymentPolicy>(),
    /** The VAT rate when it was opened, in hundredths of a percent. Null in old rows. */
    vatBasisPoints: integer("vat_basis_points"),
    /** The currency that the amount was shown in beside dollars; null for none. */
    shownIn: jsonb("shown_in").$type<ShownCurrency>(),
    lockedAt: timestamp("locked_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    /** When the amount due changed, so that this quote settles nothing any more; null while it stands. */
    withdrawnAt: timestamp("withdrawn_at", { withTimezone: true }),
    /** For a top-up: the decision that requested it, and the outstanding amount then. */
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

/** A transaction output that pays an address of the shop, as the chain source last reported it. */
export const chainOutputs = pgTable(
  "chain_outputs",
  {
    txid: text().notNull(),
    vout: integer().notNull(),
    address: text().notNull(),
    sats: bigint({ mode: "number" }).notNull(),
    /** Null while unclaimed. */
    checkoutId: uuid("checkout_id").references(() => checkouts.id),
    firstSeenAt: timestamp("first_seen_at", { withTimezone: true }).notNull(),
    state: text().$type<OutputState>().notNull(),
    blockHash: text("block_hash"),
    blockHeight: integer("block_height"),
    /** Market rate in US cents for one BTC when it was first seen; null when no price was known. */
    rateCents: bigint("rate_cents", { mode: "number" }),
    /** True for an unconfirmed output that Bitcoin Core or every configured host reported. */
    seenByAll: boolean("seen_by_all").notNull().default(false),
    /** Coins (`txid:vout`) that its transaction spends, to find a replacement by. */
    spends: text().array(),
    /** With state `replaced`: the transaction that spends the same coins. */
    replacedBy: text("replaced_by"),
  },
  (table) => [
    primaryKey({ columns: [table.txid, table.vout] }),
    index("chain_outputs_address").on(table.address),
    index("chain_outputs_checkout").on(table.checkoutId),
    index("chain_outputs_height").on(table.state, table.blockHeight),
    // What orders received in a period, read from the index alone.
    index("chain_outputs_received")
      .on(table.firstSeenAt, table.sats)
      .where(sql`${table.state} = 'confirmed' and ${table.checkoutId} is not null`),
  ],
);

/** A payment by another method than Bitcoin, as last reported: one row for each. */
export const receipts = pgTable(
  "receipts",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    method: text().$type<ReceiptMethod>().notNull(),
    /** The payment's id at the provider, or the key of the bank's entry. */
    reference: text().notNull(),
    /** Null while unclaimed. */
    checkoutId: uuid("checkout_id").references(() => checkouts.id),
    cents: bigint({ mode: "number" }).notNull(),
    /** ISO 4217, in capitals. */
    currency: text().notNull(),
    /** Refunded cents, without refunds that bounced. */
    refundedCents: bigint("refunded_cents", { mode: "number" }).notNull().default(0),
    /** Cents of refunds that bounced, so that they did not reach the buyer. */
    bouncedCents: bigint("bounced_cents", { mode: "number" }).notNull().default(0),
    /** Cents that became credit of the buyer's account. The shop keeps the money, so no provider reports them. */
    creditedCents: bigint("credited_cents", { mode: "number" }).notNull().default(0),
    /** When its last refund was recorded or reported; null without any. */
    refundedAt: timestamp("refunded_at", { withTimezone: true }),
    dispute: text().$type<Dispute>(),
    /** The hosted page it was paid on; null for one recorded by an administrator. */
    pageReference: text("page_reference"),
    /** The payer and the remittance text, as the bank states them. */
    details: text().notNull().default(""),
    /** The administrator who recorded it; null for one reported by a provider. */
    recordedBy: text("recorded_by"),
    receivedAt: timestamp("received_at", { withTimezone: true }).notNull(),
    recordedAt: timestamp("recorded_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex("receipts_reference").on(table.method, table.reference),
    index("receipts_checkout").on(table.checkoutId),
    index("receipts_refunded")
      .on(table.refundedAt)
      .where(sql`${table.refundedCents} > 0`),
  ],
);

/**
 * Administrators' decisions about money under review. Append-only: a decision is undone by another. The subject is
 * a checkout's payment on the chain, one unclaimed output, or one receipt.
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
    /** Satoshis received when it was decided; later payments are not covered by the decision. */
    receivedSats: bigint("received_sats", { mode: "number" }).notNull().default(0),
    /** For a refund on the chain: the amount, the address and the transaction. For one to credit: its cents. */
    refund: jsonb().$type<Refund>(),
    /**
     * For a receipt: its id, and its unrefunded cents (negative: returned twice), bounced cents and dispute when it was
     * decided; for a refund, the refunded cents.
     */
    receiptId: bigint("receipt_id", { mode: "number" }).references(() => receipts.id),
    receivedCents: bigint("received_cents", { mode: "number" }).notNull().default(0),
    bouncedCents: bigint("bounced_cents", { mode: "number" }).notNull().default(0),
    dispute: text().$type<Dispute>(),
    refundCents: bigint("refund_cents", { mode: "number" }),
    /** The refund's id at the provider or the bank. */
    refundReference: text("refund_reference"),
    /** For `undo`: the decision that it undoes. */
    undoes: bigint({ mode: "number" }).references((): AnyPgColumn => paymentDecisions.id),
    byEmail: text("by_email").notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("payment_decisions_checkout").on(table.checkoutId, table.id),
    index("payment_decisions_output").on(table.txid, table.vout),
    index("payment_decisions_receipt").on(table.receiptId),
    // A decision is undone at most once.
    uniqueIndex("payment_decisions_undoes").on(table.undoes),
  ],
);

/** The last usable price of each source, so that a restart has a rate at once. */
export const priceSamples = pgTable("price_samples", {
  source: text().$type<PriceSourceName>().primaryKey(),
  rateCents: bigint("rate_cents", { mode: "number" }).notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});
