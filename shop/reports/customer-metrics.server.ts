import { and, between, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { currentMetrics } from "../metrics/tables.ts";
import type { DailyMetricKind } from "../metrics/metrics.ts";
import type { Span } from "./period.ts";
import type { CustomerFigures } from "./report.ts";

const { kind, day, key } = currentMetrics;

/**
 * Counts the customers of a span by email. An order is its customer's first in the span if the previous order lies
 * before the span, and one of the first two if the order before that does. Months before the first month of the span
 * are compared by month, days within it by day.
 */
export async function countCustomers(db: Db, { from, to }: Span): Promise<CustomerFigures> {
  const month = from.slice(0, 7);
  const results = await Promise.all([
    // Two queries, because no index covers both conditions.
    countByKind(db, { from, to }, ["month1", "month2"], lt(key, month)),
    countByKind(db, { from, to }, ["gap1", "gap2"], and(gte(key, `${month}-01`), lt(key, from))),
  ]);
  const counts = new Map(results.flat().map((row) => [row.kind, row.count]));
  const numberOf = (kind: DailyMetricKind) => counts.get(kind) ?? 0;
  const total = numberOf("month1") + numberOf("gap1");
  const firstTwo = numberOf("month2") + numberOf("gap2");
  const returning = firstTwo - total;
  return { total, new: total - returning, returning };
}

/** Counts the orders of a span by kind whose previous order, in the key, meets the condition. */
function countByKind(
  db: Db,
  { from, to }: Span,
  kinds: DailyMetricKind[],
  before: SQL | undefined,
) {
  return db
    .select({ kind, count: sql<number>`sum(${currentMetrics.count})::float8` })
    .from(currentMetrics)
    .where(and(inArray(kind, kinds), between(day, from, to), before))
    .groupBy(kind);
}
