import { and, isNull, type SQL, sql } from "drizzle-orm";
import { type Db, startOfDay } from "#db/client.server.ts";
import { addDays } from "#lib/days.ts";
import { orders } from "../orders/tables.ts";
import type { MethodSales } from "./money.ts";

/** The orders of the rest of a day. */
export interface RestOfDay {
  orders: number;
  /** In US cents. */
  salesCents: number;
  /** Orders that are their customer's first. */
  firstOrders: number;
  /** The sales by payment method. */
  methods: MethodSales[];
}

/** The time zone (IANA name) of days, and the current time. */
export interface Clock {
  timeZone: string;
  now: Date;
}

/** Returns the moment of an earlier day (`2026-11-19`) at which it was as late as it is now. */
export function sameTimeOn(day: string, { timeZone, now }: Clock): SQL {
  return sql`((${day}::date + (${now.toISOString()}::timestamptz at time zone ${timeZone})::time) at time zone ${timeZone})`;
}

/**
 * Sums the orders that were placed on an earlier day (`2026-11-19`) later than the time that it is now. A trend that
 * includes today leaves them out of what it compares with. Reads that part of one day only.
 */
export async function readRestOfDay(db: Db, day: string, clock: Clock): Promise<RestOfDay> {
  const { createdAt, email, isSale, keptCents, deletedAt } = orders;
  const endOfDay = startOfDay(addDays(day, 1), clock.timeZone);
  const isFirst = sql`not exists (
    select from order_chain l where l.email = lower(${email}) and l.placed_at < ${createdAt})`;
  const method = sql<string>`counted_method(${orders})`.as("method");
  const rows = await db
    .select({
      method,
      orders: sql<number>`count(*)::float8`,
      sales: sql<number>`count(*) filter (where ${isSale})::float8`,
      cents: sql<number>`coalesce(sum(${keptCents}), 0)::float8`,
      firstOrders: sql<number>`count(*) filter (where ${isFirst})::float8`,
    })
    .from(orders)
    .where(
      and(
        isNull(deletedAt),
        sql`${createdAt} > ${sameTimeOn(day, clock)}`,
        sql`${createdAt} < ${endOfDay}`,
      ),
    )
    .groupBy(method);
  return {
    orders: sumOf(rows, "orders"),
    salesCents: sumOf(rows, "cents"),
    firstOrders: sumOf(rows, "firstOrders"),
    methods: rows.map(({ method, sales, cents }) => ({ method, orders: sales, cents })),
  };
}

function sumOf<K extends string>(rows: readonly Record<K, number>[], of: K): number {
  return rows.reduce((total, row) => total + row[of], 0);
}
