import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { users } from "../accounts/tables.ts";

/** Gift codes that were issued together. */
export const giftBatches = pgTable(
  "gift_batches",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    valueCents: integer("value_cents").notNull(),
    count: integer().notNull(),
    note: text().notNull().default(""),
    /** When they stop to work; null for never. */
    endsAt: timestamp("ends_at", { withTimezone: true }),
    withdrawnAt: timestamp("withdrawn_at", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    createdBy: text("created_by").notNull(),
    /** Of the form that issued them, so that a form sent twice issues them once. */
    formKey: text("form_key").notNull(),
    /** The order that bought the one code; null for codes that an administrator issued. */
    orderId: text("order_id"),
    /** How often the bought code was replaced by a new one: only the mail with this number sends one. */
    replaced: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex("gift_batches_form").on(table.formKey),
    uniqueIndex("gift_batches_order")
      .on(table.orderId)
      .where(sql`${table.orderId} is not null`),
  ],
);

/** Gift codes. Only their digests are stored. */
export const giftCodes = pgTable(
  "gift_codes",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    batchId: bigint("batch_id", { mode: "number" })
      .notNull()
      .references(() => giftBatches.id),
    /** SHA-256 of the code, in hex. */
    digest: text().notNull(),
    /** Null after the account was deleted. */
    redeemedBy: text("redeemed_by").references(() => users.id, { onDelete: "set null" }),
    redeemedAt: timestamp("redeemed_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("gift_codes_digest").on(table.digest),
    index("gift_codes_batch").on(table.batchId),
    index("gift_codes_redeemed_by")
      .on(table.redeemedBy)
      .where(sql`${table.redeemedBy} is not null`),
  ],
);
