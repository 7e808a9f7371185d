import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { PackageKind } from "./goods.ts";
import type { Placement } from "./package.ts";

/** Packages. A deleted one remains as a row for the audit log. */
export const packages = pgTable(
  "packages",
  {
    id: text().primaryKey(),
    kind: text().$type<PackageKind>().notNull().default("coins"),
    /** 0 for other kinds than coins. */
    coins: integer().notNull(),
    /** What the buyer of credit or of a gift code gets, in cents; null for coins. */
    valueCents: integer("value_cents"),
    priceCents: integer("price_cents").notNull(),
    discount: numeric({ precision: 5, scale: 2, mode: "number" }).notNull().default(0),
    popular: boolean().notNull().default(false),
    description: text().notNull().default(""),
    placement: text().$type<Placement>().notNull().default("grid"),
    position: integer().notNull().default(0),
    soldOut: boolean("sold_out").notNull().default(false),
    /** The first and the last day on sale, in the shop's time zone. */
    validFrom: date("valid_from"),
    validUntil: date("valid_until"),
    /** What the coins cost the owner; never sent to buyers. */
    costCents: integer("cost_cents"),
    /** Goes up with every change: a write names the version that it was based on. */
    version: integer().notNull().default(1),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  (table) => [
    index("packages_placement").on(table.placement, table.position),
    check(
      "packages_value",
      sql`(${table.valueCents} is null) = (${table.kind} = 'coins') and (${table.coins} > 0) = (${table.kind} = 'coins')`,
    ),
  ],
);

/** One row whose version changes, by trigger, in each transaction that changes a package, a setting or the metrics' time zone. */
export const shopVersion = pgTable("shop_version", {
  id: integer().primaryKey().default(1),
  version: uuid().notNull().defaultRandom(),
});
