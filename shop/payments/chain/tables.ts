import { boolean, index, integer, numeric, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Block headers read from Esplora hosts, each with its proof of work checked: the newest few weeks. Confirmations,
 * heights and block times of payments come from here.
 */
export const blockHeaders = pgTable(
  "block_headers",
  {
    hash: text().primaryKey(),
    previous: text().notNull(),
    merkleRoot: text("merkle_root").notNull(),
    height: integer().notNull(),
    time: timestamp({ withTimezone: true }).notNull(),
    /** Expected hashes spent on it and all stored headers before it. */
    work: numeric({ mode: "bigint" }).notNull(),
    /** True for the headers of the chain with the most work. */
    best: boolean().notNull(),
  },
  (table) => [
    index("block_headers_height").on(table.height),
    index("block_headers_work").on(table.work),
  ],
);

/** The newest known block: one row. */
export const chainTip = pgTable("chain_tip", {
  id: integer().primaryKey().default(1),
  height: integer().notNull(),
  hash: text().notNull(),
  seenAt: timestamp("seen_at", { withTimezone: true }).notNull(),
  /** The cursor for `updatesSince`, for a source with a wallet; null before the first call. */
  updateCursor: text("news_cursor"),
});
