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
} from "drizzle-orm/pg-core";
import type { DailyMetricKind } from "./metrics.ts";

/**
 * Snapshots of the daily metrics, one for each time zone whose days they are counted by; exactly one is `current`.
 * After the owner changes the time zone a new snapshot is `wanted`, then `counting` all orders in small steps while the
 * current one stays in use. Then it becomes current, and the old one is `retired` and deleted.
 */
export const metricSnapshots = pgTable(
  "metric_snapshots",
  {
    snapshot: serial().primaryKey(),
    zone: text().notNull(),
    state: text().$type<"wanted" | "counting" | "current" | "retired">().notNull(),
    /** While counting: creation time of the last order counted; `countedId` breaks ties. */
    countedAt: timestamp("counted_at", { withTimezone: true }),
    countedId: text("counted_id"),
  },
  (table) => [
    uniqueIndex("metric_snapshots_current")
      .on(table.state)
      .where(sql`${table.state} = 'current'`),
  ],
);

/**
 * Sums per day of a snapshot's time zone, so that a report reads days instead of orders. Newer changes wait in
 * `metric_changes`; the view `current_metrics` adds both. Triggers on `orders` (see the first migration) write them, so
 * no code path that writes an order can forget to.
 */
export const dailyMetrics = pgTable(
  "daily_metrics",
  {
    snapshot: integer().notNull(),
    kind: text().$type<DailyMetricKind>().notNull(),
    day: date().notNull(),
    key: text().notNull(),
    count: bigint({ mode: "number" }).notNull(),
    cents: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.snapshot, table.kind, table.day, table.key] }),
    // Serves the counts of first-time and returning customers.
    index("daily_metrics_people")
      .on(table.snapshot, table.kind, table.key, table.day, table.count)
      .where(sql`${table.kind} in ('month1', 'month2', 'gap1', 'gap2')`),
    // Folding deletes rows that add up to nothing.
    index("daily_metrics_empty")
      .on(table.kind)
      .where(sql`${table.count} = 0 and ${table.cents} = 0`),
  ],
);

/** Changes not yet folded into `daily_metrics`. Append-only, so concurrent orders never wait for each other. */
export const metricChanges = pgTable("metric_changes", {
  id: bigserial({ mode: "number" }).primaryKey(),
  snapshot: integer().notNull(),
  kind: text().$type<DailyMetricKind>().notNull(),
  day: date().notNull(),
  key: text().notNull(),
  count: bigint({ mode: "number" }).notNull(),
  cents: bigint({ mode: "number" }).notNull(),
});

/** The folded and unfolded metrics of the current snapshot. Created by the first migration. */
export const currentMetrics = pgView("current_metrics", {
  kind: text().$type<DailyMetricKind>().notNull(),
  day: date().notNull(),
  key: text().notNull(),
  count: bigint({ mode: "number" }).notNull(),
  cents: bigint({ mode: "number" }).notNull(),
}).existing();
