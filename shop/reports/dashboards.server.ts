import {
  and,
  asc,
  count as countRows,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  min,
  ne,
  sql,
} from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { mails } from "#db/schema/mail.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { paymentReviews } from "#db/schema/payments.server.ts";
import { figuresNow } from "#db/schema/reports.server.ts";
import { webhookEndpoints } from "#db/schema/webhooks.server.ts";
import { addDays, localDate } from "#lib/days.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { FAILING_AFTER } from "#shop/webhooks/webhook.ts";
import {
  type Attention,
  CUSTOMERS_TREND_DAYS,
  type Dashboard,
  FAILED_MAIL_DAYS,
  RECENT_ORDERS,
  type RecentOrder,
  SALES_TREND_DAYS,
  trendOf,
} from "./dashboard.ts";

const DAY_MS = 24 * 60 * 60_000;

const { kind, day, key } = figuresNow;

/** What the dashboard shows. Reads days and the ends of indexes, never all orders. */
export async function readDashboard(db: Db, now: Date): Promise<Dashboard> {
  const { timeZone } = await readSettings(db);
  const today = localDate(now, timeZone);
  const figures = await readTotals(db, today);
  const numberOf = (status: OrderStatus) => figures.statuses.get(status)?.count ?? 0;
  return {
    today,
    sales: figures.sales,
    customers: await readCustomers(db, today),
    pending: { count: numberOf("pending"), since: await oldest(db, "pending") },
    completed: {
      count: numberOf("completed"),
      thisWeek: figures.statuses.get("completed")?.thisWeek ?? 0,
    },
    recent: await readRecent(db),
    methods: figures.methods,
    attention: await readAttention(db, numberOf("processing"), now),
  };
}

/** All days added up, by kind and key. */
async function readTotals(db: Db, today: string) {
  const rows = await db
    .select({
      kind,
      key,
      count: sumOf("count"),
      cents: sumOf("cents"),
      thisWeek: sumOf("count", lastDays(today, 7)),
      recentCents: sumOf("cents", lastDays(today, SALES_TREND_DAYS)),
      beforeCents: sumOf("cents", lastDays(addDays(today, -SALES_TREND_DAYS), SALES_TREND_DAYS)),
    })
    .from(figuresNow)
    .where(inArray(kind, ["status", "sales", "method"]))
    .groupBy(kind, key);
  const sales = rows.find((row) => row.kind === "sales");
  return {
    statuses: new Map(rows.filter((row) => row.kind === "status").map((row) => [row.key, row])),
    sales: {
      cents: sales?.cents ?? 0,
      change: sales ? trendOf(sales.recentCents, sales.beforeCents, sales.cents) : null,
    },
    methods: rows
      .filter((row) => row.kind === "method" && row.count > 0)
      .map((row) => ({ name: row.key, orders: row.count })),
  };
}

/** Everybody's first order, by its day. */
async function readCustomers(db: Db, today: string): Promise<Dashboard["customers"]> {
  const days = CUSTOMERS_TREND_DAYS;
  const [row] = await db
    .select({
      count: sumOf("count"),
      recent: sumOf("count", lastDays(today, days)),
      before: sumOf("count", lastDays(addDays(today, -days), days)),
    })
    .from(figuresNow)
    .where(and(eq(kind, "month1"), eq(key, "")));
  if (!row) throw new Error("a sum without a row");
  const change = trendOf(row.recent, row.before, row.count);
  return { count: row.count, new: row.recent, change };
}

async function readRecent(db: Db): Promise<RecentOrder[]> {
  return db
    .select({
      id: orders.id,
      tiktokUsername: orders.tiktokUsername,
      email: orders.email,
      totalCents: orders.totalCents,
      status: orders.status,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(isNull(orders.deletedAt))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(RECENT_ORDERS);
}

async function readAttention(db: Db, undelivered: number, now: Date): Promise<Attention> {
  const [reviews] = await db
    .select({ count: countRows(), since: min(paymentReviews.since) })
    .from(paymentReviews);
  return {
    undelivered: { count: undelivered, since: await oldest(db, "processing") },
    reviews: { count: reviews?.count ?? 0, since: reviews?.since ?? null },
    reversed: await readReversed(db),
    failedMails: await readFailedMails(db, now),
    failingWebhooks: await readFailingWebhooks(db),
  };
}

async function readReversed(db: Db): Promise<Attention["reversed"]> {
  const takenBack = and(
    eq(orders.paymentStatus, "reversed"),
    ne(orders.status, "rejected"),
    isNull(orders.deletedAt),
  );
  const [first] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(takenBack)
    .orderBy(orders.createdAt)
    .limit(1);
  return { count: await db.$count(orders, takenBack), orderId: first?.id ?? null };
}

async function readFailedMails(db: Db, now: Date): Promise<Attention["failedMails"]> {
  // A newsletter has addresses that are gone among its thousands, and tells how many itself.
  const lately = and(
    gt(mails.failedAt, new Date(now.getTime() - FAILED_MAIL_DAYS * DAY_MS)),
    isNull(mails.newsletterId),
  );
  const [last] = await db
    .select({ to: mails.to, error: mails.lastError })
    .from(mails)
    .where(lately)
    .orderBy(desc(mails.failedAt))
    .limit(1);
  return { count: await db.$count(mails, lately), last: last ?? null };
}

async function readFailingWebhooks(db: Db): Promise<Attention["failingWebhooks"]> {
  const failing = await db
    .select({
      id: webhookEndpoints.id,
      url: webhookEndpoints.url,
      since: webhookEndpoints.failingSince,
    })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.enabled, true), gte(webhookEndpoints.failures, FAILING_AFTER)))
    .orderBy(asc(webhookEndpoints.failingSince));
  return { count: failing.length, first: failing[0] ?? null };
}

/** Since when the order that waits longest in this status does. */
async function oldest(db: Db, status: OrderStatus): Promise<Date | null> {
  const [order] = await db
    .select({ createdAt: orders.createdAt })
    .from(orders)
    .where(and(eq(orders.status, status), isNull(orders.deletedAt)))
    .orderBy(orders.createdAt, orders.id)
    .limit(1);
  return order?.createdAt ?? null;
}

/** So many days, the last of which is `last`. */
function lastDays(last: string, days: number) {
  return sql`${day} > ${addDays(last, -days)} and ${day} <= ${last}`;
}

function sumOf(what: "count" | "cents", filter = sql`true`) {
  return sql<number>`coalesce(sum(${figuresNow[what]}) filter (where ${filter}), 0)::float8`;
}
