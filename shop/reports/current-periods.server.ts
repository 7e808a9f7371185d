import { and, between, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { addDays, monthBefore } from "#lib/days.ts";
import { currentMetrics } from "../metrics/tables.ts";
import type { PeriodSums } from "./dashboard.ts";
import { changeInPercent } from "./report.ts";
import { type Clock, readRestOfDay } from "./rest-of-day.server.ts";

const { kind, day } = currentMetrics;

/** Reads today's sums, compared with yesterday up to the same time of day. */
export async function readToday(db: Db, today: string, clock: Clock): Promise<PeriodSums> {
  const yesterday = addDays(today, -1);
  return comparedSums(db, { from: today, to: today }, { from: yesterday, to: yesterday }, clock);
}

/**
 * Reads the sums of this month, compared with the last one up to the same day and time; with the whole of it where it
 * has fewer days.
 */
export async function readThisMonth(db: Db, today: string, clock: Clock): Promise<PeriodSums> {
  const to = monthBefore(today);
  const firstOf = (date: string) => `${date.slice(0, 8)}01`;
  const isWhole = to.slice(8) !== today.slice(8);
  return comparedSums(
    db,
    { from: firstOf(today), to: today },
    { from: firstOf(to), to },
    isWhole ? null : clock,
  );
}

interface Span {
  from: string;
  to: string;
}

/** Sums both spans; with a clock, the last day of the earlier one counts up to this time only. */
async function comparedSums(
  db: Db,
  now: Span,
  before: Span,
  clock: Clock | null,
): Promise<PeriodSums> {
  const [current, earlier, rest] = await Promise.all([
    sumsOf(db, now),
    sumsOf(db, before),
    clock ? readRestOfDay(db, before.to, clock) : { orders: 0, salesCents: 0 },
  ]);
  const change = (of: "orders" | "salesCents") =>
    changeInPercent(current[of], earlier[of] - rest[of], true);
  return { ...current, salesChange: change("salesCents"), ordersChange: change("orders") };
}

async function sumsOf(db: Db, { from, to }: Span) {
  const [sums] = await db
    .select({
      orders: sumOf("count", "status"),
      salesCents: sumOf("cents", "sales"),
    })
    .from(currentMetrics)
    .where(and(inArray(kind, ["status", "sales"]), between(day, from, to)));
  return sums ?? { orders: 0, salesCents: 0 };
}

function sumOf(what: "count" | "cents", ofKind: "status" | "sales") {
  return sql<number>`coalesce(sum(${currentMetrics[what]}) filter (where ${eq(kind, ofKind)}), 0)::float8`;
}
