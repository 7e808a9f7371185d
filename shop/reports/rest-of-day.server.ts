import { and, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { startOfDay } from "#db/days.server.ts";
import { addDays } from "#lib/days.ts";
import { orders } from "../orders/tables.ts";

/** The orders of the rest of a day. */
export interface RestOfDay {
  orders: number;
  /** In US cents. */
  salesCents: number;
  /** Orders that are their customer's first. */
  firstOrders: number;
}

/** The time zone (IANA name) of days, and the current time. */
export interface Clock {
  timeZone: string;
  now: Date;
}

/**
 * Sums the orders that were placed on an earlier day (`2026-11-19`) later than the time that it is now. A trend that
 * includes today leaves them out of what it compares with. Reads that part of one day only.
 */
export async function readRestOfDay(
  db: Db,
  day: string,
  { timeZone, now }: Clock,
): Promise<RestOfDay> {
  const { createdAt, email, totalCents, status, paymentStatus, deletedAt } = orders;
  const sameTime = sql`(${day}::date + (${now.toISOString()}::timestamptz at time zone ${timeZone})::time) at time zone ${timeZone}`;
  const endOfDay = startOfDay(addDays(day, 1), timeZone);
  const isFirst = sql`not exists (
    select from order_chain l where l.email = lower(${email}) and l.placed_at < ${createdAt})`;
  const [row] = await db
    .select({
      orders: sql<number>`count(*)::float8`,
      salesCents: sql<number>`coalesce(sum(${totalCents}) filter (where is_sale(${status}, ${paymentStatus})), 0)::float8`,
      firstOrders: sql<number>`count(*) filter (where ${isFirst})::float8`,
    })
    .from(orders)
    .where(
      and(isNull(deletedAt), sql`${createdAt} > ${sameTime}`, sql`${createdAt} < ${endOfDay}`),
    );
  if (!row) throw new Error("the sums of a day returned no row");
  return row;
}
