import { and, between, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { figuresNow } from "#db/schema/reports.server.ts";
import type { FigureKind } from "./figures.ts";
import type { Span } from "./period.ts";
import type { CustomerFigures } from "./report.ts";

const { kind, day, key } = figuresNow;

/**
 * Who ordered in a span, by email. An order is its customer's first there when the one before it lies before the
 * span, and one of the first two when the one before that does. Of the months before the span's first one only
 * that matters; of that one, the days.
 */
export async function customersIn(db: Db, span: Span): Promise<CustomerFigures> {
  const month = span.from.slice(0, 7);
  // Two questions: as one, no index would answer it alone.
  const months = await countOrders(db, ["month1", "month2"], span, lt(key, month));
  const days = await countOrders(
    db,
    ["gap1", "gap2"],
    span,
    and(gte(key, `${month}-01`), lt(key, span.from)),
  );
  const total = (months.get("month1") ?? 0) + (days.get("gap1") ?? 0);
  const firstTwo = (months.get("month2") ?? 0) + (days.get("gap2") ?? 0);
  const returning = firstTwo - total;
  return { total, new: total - returning, returning };
}

/** The orders of a span by kind, whose key says that the other order came before it. */
async function countOrders(
  db: Db,
  kinds: FigureKind[],
  { from, to }: Span,
  before: SQL | undefined,
): Promise<Map<FigureKind, number>> {
  const rows = await db
    .select({ kind, count: sql<number>`sum(${figuresNow.count})::float8` })
    .from(figuresNow)
    .where(and(inArray(kind, kinds), between(day, from, to), before))
    .groupBy(kind);
  return new Map(rows.map((row) => [row.kind, row.count]));
}
