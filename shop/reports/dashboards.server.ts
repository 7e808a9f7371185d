import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { orders } from "../orders/tables.ts";
import { currentMetrics } from "../metrics/tables.ts";
import { addDays, localDate } from "#lib/days.ts";
import { addMs, DAY_MS } from "#lib/time.ts";
import type { OrderStatus } from "../orders/order.ts";
import { type Clock, readRestOfDay } from "./rest-of-day.server.ts";
import { countUndelivered, listUndelivered } from "../delivery/undelivered.server.ts";
import { readWaiting } from "./waiting.server.ts";
import { waitTimesSince } from "../orders/wait-times.server.ts";
import { readThisMonth, readToday } from "./current-periods.server.ts";
import {
  CUSTOMERS_TREND_DAYS,
  type Dashboard,
  RECENT_ORDERS,
  SALES_TREND_DAYS,
  trendOf,
  UNDELIVERED_ORDERS,
  WAIT_DAYS,
} from "./dashboard.ts";

const { kind, day, key } = currentMetrics;

/** Reads the dashboard from daily metrics, parts of two days and the ends of indexes, never from all orders. */
export async function readDashboard(db: Db, clock: Clock): Promise<Dashboard> {
  const { timeZone, now } = clock;
  const today = localDate(now, timeZone);
  const [
    { statuses, sales, methods },
    ofDay,
    ofMonth,
    customers,
    waiting,
    undelivered,
    undeliveredCount,
    waits,
    recent,
  ] = await Promise.all([
    readTotals(db, today, clock),
    readToday(db, today, clock),
    readThisMonth(db, today, clock),
    readCustomers(db, today, clock),
    readWaiting(db, now),
    listUndelivered(db, { limit: UNDELIVERED_ORDERS, now }),
    countUndelivered(db),
    waitTimesSince(db, addMs(now, -WAIT_DAYS * DAY_MS)),
    db
      .select({
        id: orders.id,
        tiktokUsername: orders.tiktokUsername,
        giftEmail: orders.giftEmail,
        email: orders.email,
        totalCents: orders.totalCents,
        status: orders.status,
        createdAt: orders.createdAt,
      })
      .from(orders)
      .where(isNull(orders.deletedAt))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(RECENT_ORDERS),
  ]);
  const { pendingMinutes, undeliveredMinutes, ...attention } = waiting;
  const numberOf = (status: OrderStatus) => statuses[status]?.count ?? 0;
  return {
    today,
    sales,
    day: ofDay,
    month: ofMonth,
    customers,
    pending: { count: numberOf("pending"), minutes: pendingMinutes },
    completed: {
      count: numberOf("completed"),
      thisWeek: statuses.completed?.thisWeek ?? 0,
    },
    undelivered,
    waits,
    recent,
    methods,
    attention: {
      ...attention,
      undelivered: { count: undeliveredCount, minutes: undeliveredMinutes },
    },
  };
}

/** Sums all days by kind and key. */
async function readTotals(
  db: Db,
  today: string,
  clock: Clock,
): Promise<{
  statuses: Partial<Record<OrderStatus, { count: number; thisWeek: number }>>;
  sales: Dashboard["sales"];
  methods: Dashboard["methods"];
}> {
  const weekAgo = addDays(today, -7);
  const trendAgo = addDays(today, -SALES_TREND_DAYS);
  const twoTrendsAgo = addDays(today, -2 * SALES_TREND_DAYS);
  const rest = await readRestOfDay(db, trendAgo, clock);
  const rows = await db
    .select({
      kind,
      key,
      count: sumOf("count"),
      cents: sumOf("cents"),
      thisWeek: sumOf("count", daysBetween(weekAgo, today)),
      recentCents: sumOf("cents", daysBetween(trendAgo, today)),
      beforeCents: sumOf("cents", daysBetween(twoTrendsAgo, trendAgo)),
    })
    .from(currentMetrics)
    .where(inArray(kind, ["status", "sales", "method"]))
    .groupBy(kind, key);
  const sales = rows.filter((row) => row.kind === "sales");
  const salesOf = (sum: "cents" | "recentCents" | "beforeCents") =>
    sales.reduce((total, row) => total + row[sum], 0);
  return {
    statuses: Object.fromEntries(
      rows
        .filter((row) => row.kind === "status")
        .map(({ key, count, thisWeek }) => [key, { count, thisWeek }]),
    ),
    sales: {
      cents: salesOf("cents"),
      change: trendOf(
        salesOf("recentCents"),
        salesOf("beforeCents") - rest.salesCents,
        salesOf("cents"),
      ),
    },
    methods: rows
      .filter((row) => row.kind === "method" && row.count > 0)
      .map((row) => ({ name: row.key, orders: row.count })),
  };
}

/** Counts customers by the day of their first order. */
async function readCustomers(db: Db, today: string, clock: Clock): Promise<Dashboard["customers"]> {
  const trendAgo = addDays(today, -CUSTOMERS_TREND_DAYS);
  const twoTrendsAgo = addDays(today, -2 * CUSTOMERS_TREND_DAYS);
  const [row] = await db
    .select({
      count: sumOf("count"),
      recent: sumOf("count", daysBetween(trendAgo, today)),
      before: sumOf("count", daysBetween(twoTrendsAgo, trendAgo)),
    })
    .from(currentMetrics)
    .where(and(eq(kind, "month1"), eq(key, "")));
  if (!row) throw new Error("the sum of customers returned no row");
  const { firstOrders } = await readRestOfDay(db, trendAgo, clock);
  const change = trendOf(row.recent, row.before - firstOrders, row.count);
  return { count: row.count, new: row.recent, change };
}

/** Selects the days after `after` up to and including `last`. */
function daysBetween(after: string, last: string) {
  return sql`${day} > ${after} and ${day} <= ${last}`;
}

function sumOf(what: "count" | "cents", filter = sql`true`) {
  return sql<number>`coalesce(sum(${currentMetrics[what]}) filter (where ${filter}), 0)::float8`;
}
