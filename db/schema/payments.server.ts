import {
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
import type { DecisionKind, OutputState, Refund } from "#shop/payments/payment.ts";
import type { PriceSourceName } from "#shop/payments/rate.ts";
import { checkouts } from "./checkout.server.ts";

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
    index("payment_addresses_due").on(table.nextCheckAt),
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
    lockedAt: timestamp("locked_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    index("quotes_checkout").on(table.checkoutId),
    index("quotes_address_sats").on(table.address, table.sats),
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
  },
  (table) => [
    primaryKey({ columns: [table.txid, table.vout] }),
    index("chain_outputs_address").on(table.address),
    index("chain_outputs_checkout").on(table.checkoutId),
  ],
);

/**
 * What administrators decided about money that fits no rule. Append-only: a decision is taken back by
 * another. Either about a checkout's payment, or about one output that no checkout claims.
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
    /** For a refund: what was sent back, where, and in which transaction. */
    refund: jsonb().$type<Refund>(),
    byEmail: text("by_email").notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("payment_decisions_checkout").on(table.checkoutId, table.id),
    index("payment_decisions_output").on(table.txid, table.vout),
  ],
);

/** The newest block the chain source has shown us: one row. */
export const chainTip = pgTable("chain_tip", {
  id: integer().primaryKey().default(1),
  height: integer().notNull(),
  hash: text().notNull(),
  seenAt: timestamp("seen_at", { withTimezone: true }).notNull(),
});

/** The last good answer of each price source, so that a restart does not start blind. */
export const priceSamples = pgTable("price_samples", {
  source: text().$type<PriceSourceName>().primaryKey(),
  rateCents: bigint("rate_cents", { mode: "number" }).notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});
