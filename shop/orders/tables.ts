import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { ShownCurrency } from "#messages/currencies.ts";
import type { Language } from "#messages/languages.ts";
import type { PackageKind } from "../catalog/goods.ts";
import type { CoinPackage } from "../catalog/package.ts";
import { users } from "../accounts/tables.ts";
import { checkouts } from "../checkouts/tables.ts";
import { coupons } from "../promotions/tables.ts";
import type { Side } from "./message.ts";
import type { WithdrawalState } from "./withdrawal.ts";
import type { OrderEventType, OrderStatus } from "./order.ts";
import type { PaymentStatus } from "./payment-status.ts";

export const orders = pgTable(
  "orders",
  {
    /** 7 random uppercase alphanumeric characters. */
    id: text().primaryKey(),
    checkoutId: uuid("checkout_id")
      .notNull()
      .references(() => checkouts.id),
    package: jsonb().$type<CoinPackage>().notNull(),
    /** A copy of the package's kind. */
    packageKind: text("package_kind").$type<PackageKind>().notNull().default("coins"),
    /** The account that gets the coins; null exactly for other kinds. */
    tiktokUsername: text("tiktok_username"),
    tiktokUid: text("tiktok_uid"),
    email: text().notNull(),
    /** ISO 3166-1 alpha-2; null if the shop did not ask for it. */
    country: text(),
    /** Of a gift code: where it is sent, and what its buyer writes with it. */
    giftEmail: text("gift_email"),
    giftMessage: text("gift_message").notNull().default(""),
    language: text().$type<Language>().notNull().default("en"),
    /** The currency that amounts were shown in beside dollars; null for none. */
    shownIn: jsonb("shown_in").$type<ShownCurrency>(),
    status: text().$type<OrderStatus>().notNull().default("pending"),
    statusReason: text("status_reason"),
    paymentMethod: text("payment_method").notNull(),
    paymentStatus: text("payment_status").$type<PaymentStatus>().notNull().default("pending"),
    /** The Bitcoin address; null for other payment methods. */
    bitcoinWallet: text("bitcoin_wallet"),
    /** Whether it was paid by Lightning, and not on the chain. */
    byLightning: boolean("by_lightning").notNull().default(false),
    /** The Bitcoin address that the buyer wants a refund sent to; null until they give one. */
    refundAddress: text("refund_address"),
    /** What is paid with money: the price of the package less coupon and credit. */
    totalCents: integer("total_cents").notNull(),
    /** The coupon, and what it took off the price; null and 0 for none. An order with a code is a use of it. */
    couponCode: text("coupon_code").references(() => coupons.code),
    couponCents: integer("coupon_cents").notNull().default(0),
    /** The part of the price that was paid from the customer's credit. */
    creditCents: integer("credit_cents").notNull().default(0),
    /**
     * What of the total was sent back as money, and what became credit of the buyer's account. Money beyond the total is in
     * neither. Written by `recordPayment`.
     */
    sentBackCents: integer("sent_back_cents").notNull().default(0),
    creditedCents: integer("credited_cents").notNull().default(0),
    /** Whether it counts as a sale, and what the shop has kept of its total. Written by the trigger `orders_keep`. */
    isSale: boolean("is_sale").notNull().default(false),
    keptCents: integer("kept_cents").notNull().default(0),
    /** The VAT that the price includes, in hundredths of a percent and in cents; 0 for none. */
    vatBasisPoints: integer("vat_basis_points").notNull().default(0),
    vatCents: integer("vat_cents").notNull().default(0),
    /** The buyer's consent to immediate delivery, as they read it, and when they gave it; null for none. */
    consentText: text("consent_text"),
    consentedAt: timestamp("consented_at", { withTimezone: true }),
    /** What became of the buyer's withdrawal from the contract; null for none. */
    withdrawal: text().$type<WithdrawalState>(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
    /** When the payment first settled; never cleared. */
    settledAt: timestamp("settled_at", { withTimezone: true }),
    /** When it was completed; null unless its status is completed. */
    completedAt: timestamp("completed_at", { withTimezone: true }),
    /** True while its mails wait for a payment, since its recipient was sent too many about unpaid orders. */
    mailsHeld: boolean("mails_held").notNull().default(false),
    /** Who answers next: the shop, or the buyer while the order is set aside; null if no answer is due. */
    awaitedFrom: text("awaited_from").$type<Side>(),
    awaitedSince: timestamp("awaited_since", { withTimezone: true }),
    /** Internal note of the administrators. */
    note: text().notNull().default(""),
    /** Incremented with every change, for optimistic locking. */
    version: integer().notNull().default(1),
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  // Confirming a checkout is idempotent: it becomes one order.
  (table) => [
    uniqueIndex("orders_one_per_checkout").on(table.checkoutId),
    // The admin's list, by date and by amount, of all and of one status. Deleted orders are few.
    index("orders_created").on(table.createdAt, table.id),
    index("orders_total").on(table.totalCents, table.id),
    index("orders_status_created").on(table.status, table.createdAt, table.id),
    index("orders_status_total").on(table.status, table.totalCents, table.id),
    // The API's list of orders changed since a time.
    index("orders_updated").on(table.updatedAt, table.id),
    index("orders_deleted")
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null`),
    index("orders_awaited")
      .on(table.awaitedFrom, table.awaitedSince)
      .where(sql`${table.awaitedFrom} is not null and ${table.deletedAt} is null`),
    index("orders_reversed")
      .on(table.createdAt)
      .where(sql`${table.paymentStatus} = 'reversed' and ${table.deletedAt} is null`),
    index("orders_partial")
      .on(table.createdAt)
      .where(sql`${table.paymentStatus} = 'partial' and ${table.deletedAt} is null`),
    index("orders_search").using(
      "gin",
      sql`lower(${table.id} || chr(10) || coalesce(${table.tiktokUsername}, ${table.giftEmail}, '') || chr(10) || ${table.email}) gin_trgm_ops`,
    ),
    // The uses of a coupon.
    index("orders_coupon")
      .on(table.couponCode)
      .where(sql`${table.couponCode} is not null`),
    // What coupons and credit took off in a period.
    index("orders_reduced")
      .on(table.createdAt)
      .where(sql`${table.couponCents} > 0 or ${table.creditCents} > 0`),
    // The VAT of a quarter.
    index("orders_vat")
      .on(table.createdAt)
      .where(sql`${table.vatBasisPoints} > 0`),
    index("orders_email").on(sql`lower(${table.email})`, table.createdAt),
    // Counts the paid orders of one recipient within a day.
    index("orders_recipient")
      .on(sql`lower(${table.tiktokUsername})`, table.createdAt)
      .where(sql`${table.settledAt} is not null and ${table.deletedAt} is null`),
    check(
      "orders_recipient_kind",
      sql`(${table.tiktokUsername} is null) = (${table.packageKind} <> 'coins')`,
    ),
    check(
      "orders_gift_kind",
      sql`(${table.giftEmail} is null) = (${table.packageKind} <> 'gift_code')`,
    ),
    // Wait times and usual amounts, read from the index alone.
    index("orders_completed")
      .on(table.completedAt, table.settledAt, table.totalCents)
      .where(
        sql`${table.completedAt} is not null and ${table.deletedAt} is null and ${table.packageKind} = 'coins'`,
      ),
  ],
);

/** The history of orders. Append-only. */
export const orderEvents = pgTable(
  "order_events",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    type: text().$type<OrderEventType>().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index("order_events_order").on(table.orderId, table.id)],
);

/** The conversation of each order's buyer with the administrators. */
export const orderMessages = pgTable(
  "order_messages",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    side: text().$type<Side>().notNull(),
    /** The email of the administrator who wrote it; null for the buyer. */
    writtenBy: text("written_by"),
    text: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** When the other side first read it. */
    readAt: timestamp("read_at", { withTimezone: true }),
    /** When the other side is mailed about it; null for no mail. */
    mailAt: timestamp("mail_at", { withTimezone: true }),
  },
  (table) => [index("order_messages_order").on(table.orderId, table.id)],
);

/** Visitors with access to all of an order. */
export const orderAccess = pgTable(
  "order_access",
  {
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    visitorHash: text("visitor_hash").notNull(),
    grantedAt: timestamp("granted_at", { withTimezone: true }).notNull(),
    /** True for the browser that placed the order or followed a signed link; false for order id and email alone. */
    proven: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.visitorHash] })],
);

/** Which administrator is delivering an order. A lease: it ends some minutes after its last renewal. */
export const orderLeases = pgTable(
  "order_leases",
  {
    orderId: text("order_id")
      .primaryKey()
      .references(() => orders.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    takenAt: timestamp("taken_at", { withTimezone: true }).notNull(),
    renewedAt: timestamp("renewed_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("order_leases_user").on(table.userId)],
);

/** Withdrawals of buyers from the contract of an order, with what they declared. */
export const withdrawals = pgTable(
  "withdrawals",
  {
    orderId: text("order_id")
      .primaryKey()
      .references(() => orders.id, { onDelete: "cascade" }),
    name: text().notNull(),
    email: text().notNull(),
    receivedAt: timestamp("received_at", { withTimezone: true }).notNull(),
    /** When and by whom (email) it was accepted or declined; null while it waits. */
    decidedAt: timestamp("decided_at", { withTimezone: true }),
    decidedBy: text("decided_by"),
  },
  (table) => [
    index("withdrawals_waiting")
      .on(table.receivedAt)
      .where(sql`${table.decidedAt} is null`),
  ],
);
