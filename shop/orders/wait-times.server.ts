import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Db, startOfDay } from "#db/client.server.ts";
import { addDays } from "#lib/days.ts";
import { versionedCache } from "#lib/cache.ts";
import { addMs, DAY_MS, hourOf } from "#lib/time.ts";
import { DELIVERY_TIME_DAYS, type WaitTimes } from "./delivery-time.ts";
import { orders } from "./tables.ts";

const { completedAt, settledAt, deletedAt } = orders;

/** As the condition of the index `orders_completed` says it: others are completed by themselves. */
const isOfCoins = sql`${orders.packageKind} = 'coins'`;

/** Returns how long the orders completed since a moment had waited; null without any. */
export async function waitTimesSince(db: Db, since: Date): Promise<WaitTimes | null> {
  return readWaitTimes(db, sql`${completedAt} >= ${sql.param(since, completedAt)}`);
}

/** Returns a function that returns the wait times of the last 30 days, null without any; it reads them once an hour. */
export function recentWaitTimes(db: Db): (now: Date) => Promise<WaitTimes | null> {
  const read = versionedCache((now: Date) =>
    waitTimesSince(db, addMs(now, -DELIVERY_TIME_DAYS * DAY_MS)),
  );
  return (now) => read(hourOf(now), now);
}

/** The longest queue in which a buyer sees a place. */
const LONGEST_QUEUE = 50;

/**
 * Returns the place of a paid order in the queue of those that wait for their coins, in the sequence of the work list;
 * null when no other waits, or too many do.
 */
export async function placeInQueue(db: Db, orderId: string): Promise<number | null> {
  const waiting = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.status, "processing"),
        isNull(orders.deletedAt),
        isOfCoins,
        // Set aside until its buyer answers.
        sql`${orders.awaitedFrom} is distinct from 'buyer'`,
      ),
    )
    .orderBy(orders.createdAt, orders.id)
    .limit(LONGEST_QUEUE + 1);
  const ids = waiting.map(({ id }) => id);
  const place = ids.indexOf(orderId) + 1;
  return ids.length < 2 || ids.length > LONGEST_QUEUE || place === 0 ? null : place;
}

/** Returns how long the orders completed on these days, or before a moment on the last one, had waited; null without any. */
export async function waitTimesOf(
  db: Db,
  { from, to, until }: { from: string; to: string; until?: SQL },
  timeZone: string,
): Promise<WaitTimes | null> {
  const begin = startOfDay(from, timeZone);
  const end = until ?? startOfDay(addDays(to, 1), timeZone);
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
    .where(and(when, isNull(deletedAt), isOfCoins, sql`${settledAt} <= ${completedAt}`));
  if (!row?.shares) return null;
  const [medianMinutes, p95Minutes] = row.shares;
  return { orders: row.orders, medianMinutes, p95Minutes };
}
