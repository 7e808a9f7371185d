import { goodsOfRow } from "../catalog/goods.ts";
import { and, asc, between, desc, eq, inArray, min, ne, sql } from "drizzle-orm";
import { type Db, startOfDay } from "#db/client.server.ts";
import { addDays, localDate } from "#lib/days.ts";
import { packages } from "../catalog/tables.ts";
import { currentMetrics } from "../metrics/tables.ts";
import { countCustomers } from "./customer-metrics.server.ts";
import type { DailyMetricKind } from "../metrics/metrics.ts";
import { planCalendar } from "./calendar.ts";
import { type Moments, readMoney, readSales } from "./money.server.ts";
import { salesWithoutRest } from "./money.ts";
import type { Period, Span } from "./period.ts";
import { planPeriod } from "./rolling.ts";
import { type Clock, readRestOfDay, sameTimeOn } from "./rest-of-day.server.ts";
import { waitTimesOf } from "../orders/wait-times.server.ts";
import { barsOf, type Report, type Sums, summaryOf, withoutRest } from "./report.ts";

const POPULAR = 4;

const { kind, day, key } = currentMetrics;
const count = sql<number>`sum(${currentMetrics.count})::float8`;

/** Reads the report of a period, up to now, from daily metrics, parts of one day and the ends of indexes. */
export async function readReport(db: Db, period: Period, clock: Clock): Promise<Report> {
  const { timeZone } = clock;
  const today = localDate(clock.now, timeZone);
  const plan = period.kind === "calendar" ? planCalendar(period, today) : planPeriod(period, today);
  const { before, buckets, calendar } = plan;
  const bucketsBefore = calendar?.bucketsBefore ?? [{ ...before, label: "", short: "" }];
  const starts: [string, ...string[]] = [
    before.from,
    ...bucketsBefore.slice(1).map(({ from }) => from),
    // The days between both periods.
    addDays(before.to, 1),
    ...buckets.map(({ from }) => from),
  ];
  const until = plan.cut === null ? undefined : sameTimeOn(plan.cut, clock);
  const [parts, rest, firstDay, customers, packages, sales, money, waits, waitsBefore] =
    await Promise.all([
      readParts(db, starts, plan.to),
      plan.cut === null ? null : readRestOfDay(db, plan.cut, clock),
      readFirstDay(db),
      countCustomers(db, plan),
      readPopularPackages(db, plan),
      readSales(db, { now: plan, before }),
      readMoney(db, {
        now: momentsOf(plan, timeZone),
        before: { ...momentsOf(before, timeZone), ...(until && { end: until }) },
      }),
      waitTimesOf(db, plan, timeZone),
      waitTimesOf(db, { ...before, ...(until && { until }) }, timeZone),
    ]);
  const sums = parts.slice(bucketsBefore.length + 1);
  const sumsBefore = parts.slice(0, bucketsBefore.length);
  const barsBefore = barsOf(
    bucketsBefore,
    sumsBefore.with(sumsBefore.length - 1, withoutRest(sumsBefore.at(-1) ?? noSums, rest)),
    today,
  );
  const hasEarlier = firstDay !== null && firstDay <= before.to;
  return {
    from: plan.from,
    to: plan.to,
    against: plan.against,
    today,
    firstDay,
    bars: barsOf(buckets, sums, today),
    unit: plan.unit,
    summary: summaryOf(sums, { before: sumsBefore, rest, hasEarlier }),
    customers,
    packages,
    money: { ...money.now, methods: salesWithoutRest(sales.now, []) },
    waits,
    before: {
      ...before,
      bars: calendar ? barsBefore : [],
      money: { ...money.before, methods: salesWithoutRest(sales.before, rest?.methods ?? []) },
      waits: waitsBefore,
    },
    calendar,
  };
}

function momentsOf({ from, to }: Span, timeZone: string): Moments {
  return { begin: startOfDay(from, timeZone), end: startOfDay(addDays(to, 1), timeZone) };
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

/** Returns the first day with orders or visits; null without any. */
async function readFirstDay(db: Db): Promise<string | null> {
  const [row] = await db
    .select({ first: min(day) })
    .from(currentMetrics)
    .where(and(inArray(kind, ["status", "visit"]), ne(currentMetrics.count, 0)));
  return row?.first ?? null;
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
  const rows = await db
    .select({
      id: sold.id,
      orders: sold.orders,
      cents: sold.cents,
      coins: packages.coins,
      kind: packages.kind,
      valueCents: packages.valueCents,
    })
    .from(sold)
    .leftJoin(packages, eq(packages.id, sold.id))
    .orderBy(desc(sold.orders), asc(sold.id));
  return rows.map(({ coins, kind, valueCents, ...sums }) => ({
    ...sums,
    goods: coins === null || kind === null ? null : goodsOfRow({ coins, kind, valueCents }),
  }));
}

function sumOf(what: "count" | "cents", ofKind: DailyMetricKind) {
  return sql<number>`coalesce(sum(${currentMetrics[what]}) filter (where ${eq(kind, ofKind)}), 0)::float8`;
}
