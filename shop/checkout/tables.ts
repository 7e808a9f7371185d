import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { CoinPackage } from "../catalog/package.ts";
import type { CheckoutState } from "./checkout.ts";
import type { PaymentMethod } from "../settings/payment-method.ts";

/** One visit to the checkout: a package, an account, a way to pay. Owns at most one order. */
export const checkouts = pgTable(
  "checkouts",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** SHA-256 of the visitor's cookie: the row alone lets nobody in. */
    visitorHash: text("visitor_hash").notNull(),
    state: text().$type<CheckoutState>().notNull().default("open"),
    /** A copy: later changes of the package do not touch this checkout. */
    package: jsonb().$type<CoinPackage>().notNull(),
    tiktokUsername: text("tiktok_username"),
    tiktokUid: text("tiktok_uid"),
    email: text(),
    /** Null until one was chosen. */
    paymentMethod: text("payment_method").$type<PaymentMethod>(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    // Two tabs and a double click meet here: a visitor has one open checkout.
    uniqueIndex("checkouts_one_open")
      .on(table.visitorHash)
      .where(sql`${table.state} = 'open'`),
    index("checkouts_visitor").on(table.visitorHash),
  ],
);
