import { boolean, date, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { CouponKind } from "./coupon.ts";

/** Coupons: codes that take something off the price. Never deleted, as orders refer to them; an ended one is inactive. */
export const coupons = pgTable("coupons", {
  /** 3 to 32 of A–Z, 0–9 and the hyphen. */
  code: text().primaryKey(),
  kind: text().$type<CouponKind>().notNull(),
  /** With kind `percent`: whole percent of the price. */
  percent: integer(),
  /** With kind `fixed`: the amount; with `percent`, the most that it takes off, null for no cap. */
  cents: integer(),
  /** The first and the last day, in the shop's time zone; null for no limit. */
  startsOn: date("starts_on"),
  endsOn: date("ends_on"),
  /** The lowest price that it applies to. */
  minimumCents: integer("minimum_cents").notNull().default(0),
  /** The packages that it applies to; null for all. */
  packageIds: jsonb("package_ids").$type<string[]>(),
  /** How many orders may use it, in all and of one customer; null for no limit. */
  totalLimit: integer("total_limit"),
  customerLimit: integer("customer_limit"),
  firstOrderOnly: boolean("first_order_only").notNull().default(false),
  active: boolean().notNull().default(true),
  /** Rises with each change. */
  version: integer().notNull().default(1),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
});
