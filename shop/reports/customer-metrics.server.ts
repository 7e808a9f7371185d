import { and, between, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { currentMetrics } from "./tables.ts";
import type { DailyMetricKind } from "./metrics.ts";
import type { Span } from "./period.ts";
import type { CustomerFigures } from "./report.ts";

const { kind, day, key } = currentMetrics;

/**
 * Who ordered in a span, by email. An order is its customer's first there when the one before it lies before the
 * span, and one of the first two when the one before that does. Of the months before the span's first one only
 * that matters; of that one, the days.
 */
export async function customersIn(db: Db, { from, to }: Span): Promise<CustomerFigures> {
  const month = from.slice(0, 7);
  const answers = await Promise.all([
    // Two queries: as one, no index would answer it alone.
    countByKind(db, { from, to }, ["month1", "month2"], lt(key, month)),
    countByKind(db, { from, to }, ["gap1", "gap2"], and(gte(key, `${month}-01`), lt(key, from))),
  ]);
  const counts = new Map(answers.flat().map((row) => [row.kind, row.count]));
  const numberOf = (kind: DailyMetricKind) => counts.get(kind) ?? 0;
  const total = numberOf("month1") + numberOf("gap1");
  const firstTwo = numberOf("month2") + numberOf("gap2");
  const returning = firstTwo - total;
  return { total, new: total - returning, returning };
}

/** Counts the orders of a span by kind, whose key says that the other order came before it. */
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
