import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  date,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  serial,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { FigureKind } from "./figures.ts";

/**
 * The time zones whose days figures are kept for: one is current. After the setting was changed another one is wanted,
 * then counting: all orders are counted anew for it, little by little, while the current one goes on being kept. Then
 * it takes the other's place, which is retired, and cleared away.
 */
export const figureEditions = pgTable(
  "figure_editions",
  {
    edition: serial().primaryKey(),
    zone: text().notNull(),
    state: text().$type<"wanted" | "counting" | "current" | "retired">().notNull(),
    /** While counting: the last order that is counted, by the time it was placed and its id. */
    countedAt: timestamp("counted_at", { withTimezone: true }),
    countedId: text("counted_id"),
  },
  (table) => [
    uniqueIndex("figure_editions_current")
      .on(table.state)
      .where(sql`${table.state} = 'current'`),
  ],
);

/**
 * Sums by day of an edition's time zone, so that a report reads days and not orders. What came since the last
 * folding lies in `figure_changes`; the view `figures_now` is both, of the current edition. Triggers on `orders` keep
 * them (see the migrations), so that no way of writing an order can forget to.
 */
export const figures = pgTable(
  "figures",
  {
    edition: integer().notNull(),
    kind: text().$type<FigureKind>().notNull(),
    day: date().notNull(),
    key: text().notNull(),
    count: bigint({ mode: "number" }).notNull(),
    cents: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.edition, table.kind, table.day, table.key] }),
    // Who ordered for the first time ever, or for the first time since a day.
    index("figures_people")
      .on(table.edition, table.kind, table.key, table.day, table.count)
      .where(sql`${table.kind} in ('month1', 'month2', 'gap1', 'gap2')`),
    // What folding clears away.
    index("figures_empty")
      .on(table.kind)
      .where(sql`${table.count} = 0 and ${table.cents} = 0`),
  ],
);

/** Changes not yet folded into `figures`: appended, so that two orders placed at once never wait for each other. */
export const figureChanges = pgTable("figure_changes", {
  id: bigserial({ mode: "number" }).primaryKey(),
  edition: integer().notNull(),
  kind: text().$type<FigureKind>().notNull(),
  day: date().notNull(),
  key: text().notNull(),
  count: bigint({ mode: "number" }).notNull(),
  cents: bigint({ mode: "number" }).notNull(),
});

/**
 * One row: another version whenever changes are folded or all are counted anew, in the same transaction. Triggers write
 * it (migration `figure_version`), so that no writing of figures is forgotten.
 */
export const figureVersion = pgTable("figure_version", {
  id: integer().primaryKey().default(1),
  version: uuid().notNull().defaultRandom(),
});

/** What a report reads, of the current edition: what is folded, and what is not yet. The migration makes it. */
export const figuresNow = pgView("figures_now", {
  kind: text().$type<FigureKind>().notNull(),
  day: date().notNull(),
  key: text().notNull(),
  count: bigint({ mode: "number" }).notNull(),
  cents: bigint({ mode: "number" }).notNull(),
}).existing();
