import { and, between, desc, eq, inArray, lt, ne, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { packages } from "#db/schema/catalog.server.ts";
import { figuresNow } from "#db/schema/reports.server.ts";
import { localDate } from "#lib/days.ts";
import { customersIn } from "./customer-figures.server.ts";
import { type Period, planPeriod, type Span } from "./period.ts";
import { barsOf, type DayFigures, type PopularPackage, type Report, summaryOf } from "./report.ts";

const POPULAR = 4;

const { kind, day, key } = figuresNow;
const count = sql<number>`sum(${figuresNow.count})::float8`;
const cents = sql<number>`sum(${figuresNow.cents})::float8`;

/**
 * The report of a period; its days are those of the time zone (IANA name). Reads days, never orders: how many there
 * are makes no difference.
 */
export async function readReport(
  db: Db,
  period: Period,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<Report> {
  const today = localDate(now, timeZone);
  const plan = planPeriod(period, today);
  const [days, isOlder, customers, popular] = await Promise.all([
    daysIn(db, { from: plan.before.from, to: plan.to }),
    hasFiguresBefore(db, plan.from),
    customersIn(db, plan),
    popularIn(db, plan),
  ]);
  return {
    from: plan.from,
    to: plan.to,
    against: plan.against,
    today,
    bars: barsOf(plan, days, today),
    unit: plan.unit,
    summary: summaryOf(plan, days, isOlder),
    customers,
    packages: popular,
  };
}

/** What one day (`2026-11-19`, in the shop's time zone) brought. */
export async function readDay(db: Db, date: string): Promise<DayFigures> {
  const [figures] = await daysIn(db, { from: date, to: date });
  return figures ?? { day: date, orders: 0, salesCents: 0, visits: 0 };
}

/** How many orders were placed on these days. */
export async function countOrders(db: Db, { from, to }: Span): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`coalesce(${count}, 0)` })
    .from(figuresNow)
    .where(and(eq(kind, "status"), between(day, from, to)));
  return row?.count ?? 0;
}

async function daysIn(db: Db, { from, to }: Span): Promise<DayFigures[]> {
  const rows = await db
    .select({ kind, day, count, cents })
    .from(figuresNow)
    .where(and(inArray(kind, ["status", "sales", "visit"]), between(day, from, to)))
    .groupBy(kind, day);
  const days = new Map<string, DayFigures>();
  for (const row of rows) {
    const figures = days.get(row.day) ?? { day: row.day, orders: 0, salesCents: 0, visits: 0 };
    if (row.kind === "status") figures.orders = row.count;
    if (row.kind === "sales") figures.salesCents = row.cents;
    if (row.kind === "visit") figures.visits = row.count;
    days.set(row.day, figures);
  }
  return [...days.values()];
}

async function hasFiguresBefore(db: Db, from: string): Promise<boolean> {
  const [row] = await db
    .select({ day })
    .from(figuresNow)
    .where(and(inArray(kind, ["status", "visit"]), lt(day, from), ne(figuresNow.count, 0)))
    .limit(1);
  return row !== undefined;
}

async function popularIn(db: Db, { from, to }: Span): Promise<PopularPackage[]> {
  const rows = await db
    .select({ id: key, orders: count, cents })
    .from(figuresNow)
    .where(and(eq(kind, "package"), between(day, from, to)))
    .groupBy(key)
    .having(sql`sum(${figuresNow.count}) > 0`)
    .orderBy(desc(sql`sum(${figuresNow.count})`), key)
    .limit(POPULAR);
  const ids = rows.map(({ id }) => id);
  const known = await db
    .select({ id: packages.id, coins: packages.coins })
    .from(packages)
    .where(inArray(packages.id, ids));
  return rows.map((row) => ({
    ...row,
    coins: known.find(({ id }) => id === row.id)?.coins ?? null,
  }));
}
