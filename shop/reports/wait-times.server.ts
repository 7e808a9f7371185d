import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { orders } from "../orders/tables.ts";
import type { Span } from "./period.ts";
import type { WaitTimes } from "./report.ts";

const { completedAt, settledAt, deletedAt } = orders;

/** Returns how long the orders completed since a moment had waited; null without any. */
export async function waitTimesSince(db: Db, since: Date): Promise<WaitTimes | null> {
  return readWaitTimes(db, sql`${completedAt} >= ${sql.param(since, completedAt)}`);
}

/** Returns how long the orders completed on these days had waited; null without any. */
export async function waitTimesOf(
  db: Db,
  { from, to }: Span,
  timeZone: string,
): Promise<WaitTimes | null> {
  const begin = sql`${from}::date::timestamp at time zone ${timeZone}`;
  const end = sql`(${to}::date + 1)::timestamp at time zone ${timeZone}`;
  return readWaitTimes(db, sql`${completedAt} >= ${begin} and ${completedAt} < ${end}`);
}

/** Reads the index `orders_completed` alone. Orders that were completed before they were paid have no wait. */
async function readWaitTimes(db: Db, when: SQL): Promise<WaitTimes | null> {
  const minutes = sql`extract(epoch from ${completedAt} - ${settledAt}) / 60`;
  const [row] = await db
    .select({
      orders: sql<number>`count(*)::float8`,
      shares: sql<[number, number] | null>`
        percentile_cont(array[0.5, 0.95]) within group (order by ${minutes})`,
    })
    .from(orders)
    .where(and(when, isNull(deletedAt), sql`${settledAt} <= ${completedAt}`));
  if (!row?.shares) return null;
  const [medianMinutes, p95Minutes] = row.shares;
  return { orders: row.orders, medianMinutes, p95Minutes };
}
