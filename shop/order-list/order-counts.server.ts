import { sql } from "drizzle-orm";
import { type Db, queryRows } from "#db/client.server.ts";
import { type OrderStatus, orderStatuses } from "../orders/order.ts";
import type { Counted, Days, StatusCounts } from "./order-list.ts";
import type { Found } from "./order-search.server.ts";

/** Counts the orders of whole days by the daily metrics, which triggers update. */
export async function countByDay(db: Db, { from, until }: Days): Promise<StatusCounts> {
  const rows = await queryRows<{ status: OrderStatus; count: number }>(
    db,
    sql`select key as status, sum(count)::float8 as count from current_metrics
      where kind = 'status'
        and (${from}::date is null or day >= ${from}::date)
        and (${until}::date is null or day < ${until}::date)
      group by key`,
  );
  const counts: StatusCounts = {};
  for (const status of orderStatuses)
    counts[status] = exactly(rows.find((row) => row.status === status)?.count ?? 0);
  counts.all = exactly(rows.reduce((sum, row) => sum + row.count, 0));
  return counts;
}

/** Counts these orders by their status. */
export function countHits(hits: readonly Found[]): StatusCounts {
  const counts: StatusCounts = { all: exactly(hits.length) };
  for (const status of orderStatuses)
    counts[status] = exactly(hits.filter((hit) => hit.status === status).length);
  return counts;
}

/** Returns a count that is the whole. */
export function exactly(count: number): Counted {
  return { count, more: false };
}

/** Returns a count that more may follow. */
export function atLeast(count: number): Counted {
  return { count, more: true };
}
