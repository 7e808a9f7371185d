import { and, between, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { prepared } from "#db/query.server.ts";
import { currentMetrics } from "./tables.ts";
import type { DailyMetricKind } from "./metrics.ts";
import type { Span } from "./period.ts";
import type { CustomerFigures } from "./report.ts";

const { kind, day, key } = currentMetrics;

// Two questions: as one, no index would answer it alone.
const byMonth = ordersOf(["month1", "month2"], lt(key, sql.placeholder("month")));
const byDay = ordersOf(
  ["gap1", "gap2"],
  and(gte(key, sql.placeholder("monthBegins")), lt(key, sql.placeholder("from"))),
);

/**
 * Who ordered in a span, by email. An order is its customer's first there when the one before it lies before the
 * span, and one of the first two when the one before that does. Of the months before the span's first one only
 * that matters; of that one, the days.
 */
export async function customersIn(db: Db, { from, to }: Span): Promise<CustomerFigures> {
  const month = from.slice(0, 7);
  const answers = await Promise.all([
    byMonth(db).execute({ from, to, month }),
    byDay(db).execute({ from, to, monthBegins: `${month}-01` }),
  ]);
  const counts = new Map(answers.flat().map((row) => [row.kind, row.count]));
  const numberOf = (kind: DailyMetricKind) => counts.get(kind) ?? 0;
  const total = numberOf("month1") + numberOf("gap1");
  const firstTwo = numberOf("month2") + numberOf("gap2");
  const returning = firstTwo - total;
  return { total, new: total - returning, returning };
}

/** The orders of a span by kind, whose key says that the other order came before it. */
function ordersOf(kinds: DailyMetricKind[], before: SQL | undefined) {
  return prepared((db, name) =>
    db
      .select({ kind, count: sql<number>`sum(${currentMetrics.count})::float8` })
      .from(currentMetrics)
      .where(
        and(
          inArray(kind, kinds),
          between(day, sql.placeholder("from"), sql.placeholder("to")),
          before,
        ),
      )
      .groupBy(kind)
      .prepare(name),
  );
}
