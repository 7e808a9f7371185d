import { sql } from "drizzle-orm";
import {
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { ShownCurrency } from "#messages/currencies.ts";
import type { Language } from "#messages/languages.ts";
import type { CoinPackage } from "../catalog/package.ts";
import { coupons } from "../promotions/tables.ts";
import type { CheckoutChange, CheckoutState } from "./checkout.ts";
import type { PaymentMethod } from "../settings/payment-method.ts";

/** Checkouts: package, recipient and payment method. Each has at most one order. */
export const checkouts = pgTable(
  "checkouts",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** SHA-256 of the visitor's cookie, so that the database does not reveal cookies. */
    visitorHash: text("visitor_hash").notNull(),
    state: text().$type<CheckoutState>().notNull().default("open"),
    /** A copy, so that later changes of the package do not affect this checkout. */
    package: jsonb().$type<CoinPackage>().notNull(),
    tiktokUsername: text("tiktok_username"),
    tiktokUid: text("tiktok_uid"),
    email: text(),
    /** ISO 3166-1 alpha-2; null while the shop does not ask for it. */
    country: text(),
    /** Of a gift code: where it is sent, and what its buyer writes with it. */
    giftEmail: text("gift_email"),
    giftMessage: text("gift_message").notNull().default(""),
    /** That of the last step that was posted. */
    language: text().$type<Language>().notNull().default("en"),
    /** The currency that amounts were shown in beside dollars; null for none. */
    shownIn: jsonb("shown_in").$type<ShownCurrency>(),
    /** Null until one was chosen. */
    paymentMethod: text("payment_method").$type<PaymentMethod>(),
    /** The applied coupon, and what it takes off the price; null and 0 for none. */
    couponCode: text("coupon_code").references(() => coupons.code),
    couponCents: integer("coupon_cents").notNull().default(0),
    /** The part of the price that is paid from the customer's credit. */
    creditCents: integer("credit_cents").notNull().default(0),
    /** The account that its credit or its recipient was taken from, and the session; null for a guest's. Both may be gone. */
    takenBy: text("taken_by"),
    takenIn: text("taken_in"),
    /** What has changed without the buyer, until the next step that the buyer takes at step 2. */
    changes: jsonb().$type<CheckoutChange[]>().notNull().default([]),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    // A visitor has one open checkout, also with two tabs or a double click.
    uniqueIndex("checkouts_one_open")
      .on(table.visitorHash)
      .where(sql`${table.state} = 'open'`),
    index("checkouts_visitor").on(table.visitorHash),
    // Credit that waits for an order.
    index("checkouts_credit")
      .on(table.updatedAt)
      .where(sql`${table.creditCents} > 0 and ${table.state} in ('open', 'left')`),
    index("checkouts_taken_by")
      .on(table.takenBy)
      .where(sql`${table.takenBy} is not null and ${table.state} in ('open', 'left')`),
    // Amounts that may be held with a coupon.
    index("checkouts_coupon")
      .on(table.couponCode)
      .where(sql`${table.couponCents} > 0 and ${table.state} in ('open', 'left')`),
  ],
);
