import { and, asc, between, desc, eq, inArray, lt, ne, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { addDays, localDate } from "#lib/days.ts";
import { packages } from "../catalog/tables.ts";
import { currentMetrics } from "../metrics/tables.ts";
import { countCustomers } from "./customer-metrics.server.ts";
import type { DailyMetricKind } from "../metrics/metrics.ts";
import { type Period, planPeriod, type Span } from "./period.ts";
import { type Clock, readRestOfDay } from "./rest-of-day.server.ts";
import { waitTimesOf } from "../orders/wait-times.server.ts";
import { barsOf, type Report, type Sums, summaryOf } from "./report.ts";

const POPULAR = 4;

const { kind, day, key } = currentMetrics;
const count = sql<number>`sum(${currentMetrics.count})::float8`;

/** Reads the report of a period, up to now, from daily metrics and a part of one day's orders. */
export async function readReport(db: Db, period: Period, clock: Clock): Promise<Report> {
  const today = localDate(clock.now, clock.timeZone);
  const plan = planPeriod(period, today);
  const starts: [string, ...string[]] = [
    plan.before.from,
    // The days between both periods, which six calendar months have.
    addDays(plan.before.to, 1),
    ...plan.buckets.map(({ from }) => from),
  ];
  const [[before = noSums, , ...buckets], rest, hasEarlier, customers, popular, waits] =
    await Promise.all([
      readParts(db, starts, plan.to),
      plan.to === today ? readRestOfDay(db, plan.before.to, clock) : null,
      hasFiguresBefore(db, plan.from),
      countCustomers(db, plan),
      readPopularPackages(db, plan),
      waitTimesOf(db, plan, clock.timeZone),
    ]);
  return {
    from: plan.from,
    to: plan.to,
    against: plan.against,
    today,
    bars: barsOf(plan.buckets, buckets, today),
    unit: plan.unit,
    summary: summaryOf(buckets, { before, rest, hasEarlier }),
    customers,
    packages: popular,
    waits,
  };
}

/** Returns the sums of one day (`2026-11-19`, in the time zone of the metrics). */
export async function readDay(db: Db, date: string): Promise<Sums> {
  const [sums = noSums] = await readParts(db, [date], date);
  return sums;
}

/** Counts the orders placed in a span. */
export async function countOrders(db: Db, { from, to }: Span): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`coalesce(${count}, 0)` })
    .from(currentMetrics)
    .where(and(eq(kind, "status"), between(day, from, to)));
  return row?.count ?? 0;
}

const noSums: Sums = { orders: 0, salesCents: 0, visits: 0 };

/** Returns the sums of consecutive parts that begin on `starts`; the last one ends with `to`. */
async function readParts(
  db: Db,
  starts: readonly [string, ...string[]],
  to: string,
): Promise<Sums[]> {
  const part = sql<number>`width_bucket(${day}, ${sql.param(starts)}::date[])`.as("part");
  const rows = await db
    .select({
      part,
      orders: sumOf("count", "status"),
      salesCents: sumOf("cents", "sales"),
      visits: sumOf("count", "visit"),
    })
    .from(currentMetrics)
    .where(and(inArray(kind, ["status", "sales", "visit"]), between(day, starts[0], to)))
    .groupBy(part);
  const sums = new Map(rows.map(({ part, ...sums }) => [part, sums]));
  // `width_bucket` counts from 1.
  return starts.map((_, index) => sums.get(index + 1) ?? noSums);
}

async function hasFiguresBefore(db: Db, from: string): Promise<boolean> {
  const [earlier] = await db
    .select({ day })
    .from(currentMetrics)
    .where(and(inArray(kind, ["status", "visit"]), lt(day, from), ne(currentMetrics.count, 0)))
    .limit(1);
  return earlier !== undefined;
}

async function readPopularPackages(db: Db, { from, to }: Span): Promise<Report["packages"]> {
  const sold = db
    .select({
      id: key,
      orders: count.as("orders"),
      cents: sql<number>`sum(${currentMetrics.cents})::float8`.as("cents"),
    })
    .from(currentMetrics)
    .where(and(eq(kind, "package"), between(day, from, to)))
    .groupBy(key)
    .having(sql`sum(${currentMetrics.count}) > 0`)
    .orderBy(desc(sql`sum(${currentMetrics.count})`), key)
    .limit(POPULAR)
    .as("sold");
  return db
    .select({ id: sold.id, orders: sold.orders, cents: sold.cents, coins: packages.coins })
    .from(sold)
    .leftJoin(packages, eq(packages.id, sold.id))
    .orderBy(desc(sold.orders), asc(sold.id));
}

function sumOf(what: "count" | "cents", ofKind: DailyMetricKind) {
  return sql<number>`coalesce(sum(${currentMetrics[what]}) filter (where ${eq(kind, ofKind)}), 0)::float8`;
}
