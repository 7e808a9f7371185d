import { and, between, gte, inArray, lt, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { figuresNow } from "#db/schema/reports.server.ts";
import type { Span } from "./period.ts";
import type { CustomerFigures } from "./report.ts";

/**
 * Who ordered in a span, by email. An order is its customer's first there when the one before it lies before the
 * span, and one of the first two when the one before that does. Of the months before the span's first one only
 * that matters; of that one, the days.
 */
export async function customersIn(db: Db, { from, to }: Span): Promise<CustomerFigures> {
  const { kind, day, key } = figuresNow;
  const month = from.slice(0, 7);
  const rows = await db
    .select({ kind, count: sql<number>`sum(${figuresNow.count})::float8` })
    .from(figuresNow)
    .where(
      and(
        between(day, from, to),
        or(
          and(inArray(kind, ["month1", "month2"]), lt(key, month)),
          and(inArray(kind, ["gap1", "gap2"]), gte(key, `${month}-01`), lt(key, from)),
        ),
      ),
    )
    .groupBy(kind);
  const of = (...kinds: string[]) =>
    rows.filter((row) => kinds.includes(row.kind)).reduce((sum, row) => sum + row.count, 0);
  const total = of("month1", "gap1");
  const returning = of("month2", "gap2") - total;
  return { total, new: total - returning, returning };
}
