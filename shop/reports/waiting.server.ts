import { and, asc, count, desc, eq, gt, gte, isNull, min, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { mails } from "../mail/tables.ts";
import { orders } from "../orders/tables.ts";
import { paymentReviews } from "../payments/review/tables.ts";
import { webhookEndpoints } from "../webhooks/tables.ts";
import { minutesSince } from "#lib/duration.ts";
import type { OrderStatus } from "../orders/order.ts";
import { FAILING_AFTER } from "../webhooks/webhook.ts";
import { type Attention, FAILED_MAIL_DAYS } from "./dashboard.ts";
import { addMs, DAY_MS } from "#lib/time.ts";

/** The open items of the dashboard, except the numbers of orders, which come from daily metrics. */
export interface Waiting extends Omit<Attention, "undelivered"> {
  /** The age of the oldest pending order, and of the oldest paid one whose coins were not sent. */
  pendingMinutes: number | null;
  undeliveredMinutes: number | null;
}

function selectWaiting(db: Db, lately: Date) {
  const reviews = db
    .select({ count: count().as("reviews"), since: min(paymentReviews.since).as("reviews_since") })
    .from(paymentReviews)
    .as("reviews");
  const pending = oldest(db, "pending");
  const processing = oldest(db, "processing");
  const reversed = firstReversed(db);
  const failedMail = lastFailedMail(db, lately);
  const failing = firstFailingWebhook(db);
  return db
    .select({
      pendingSince: pending.createdAt,
      undeliveredSince: processing.createdAt,
      reviews: { count: reviews.count, since: reviews.since },
      reversed: { id: reversed.id, count: reversed.count },
      failedMail: { to: failedMail.to, error: failedMail.error, count: failedMail.count },
      failing: { id: failing.id, url: failing.url, since: failing.since, count: failing.count },
    })
    .from(reviews)
    .leftJoin(pending, sql`true`)
    .leftJoin(processing, sql`true`)
    .leftJoin(reversed, sql`true`)
    .leftJoin(failedMail, sql`true`)
    .leftJoin(failing, sql`true`);
}

/** Reads all open items in one statement, because each part is a short index scan and round trips would dominate. */
export async function readWaiting(db: Db, now: Date): Promise<Waiting> {
  const lately = addMs(now, -FAILED_MAIL_DAYS * DAY_MS);
  const [row] = await selectWaiting(db, lately);
  if (!row) throw new Error("the count of reviews returned no row");
  const { pendingSince, undeliveredSince, reviews, failing } = row;
  const minutes = (since: Date | null) => (since ? minutesSince(since, now) : null);
  return {
    pendingMinutes: minutes(pendingSince),
    undeliveredMinutes: minutes(undeliveredSince),
    reviews: { count: reviews.count, minutes: minutes(reviews.since) },
    reversed: { count: row.reversed?.count ?? 0, orderId: row.reversed?.id ?? null },
    failedMails: {
      count: row.failedMail?.count ?? 0,
      last: row.failedMail && { to: row.failedMail.to, error: row.failedMail.error },
    },
    failingWebhooks: {
      count: failing?.count ?? 0,
      first: failing && { id: failing.id, url: failing.url, minutes: minutes(failing.since) },
    },
  };
}

function oldest(db: Db, status: OrderStatus) {
  return db
    .select({ createdAt: orders.createdAt })
    .from(orders)
    .where(and(eq(orders.status, status), isNull(orders.deletedAt)))
    .orderBy(orders.createdAt, orders.id)
    .limit(1)
    .as(status);
}

/** Selects the oldest paid order whose payment was reversed, and how many there are. */
function firstReversed(db: Db) {
  return db
    .select({ id: orders.id, count: allOfThem("reversed_count") })
    .from(orders)
    .where(
      and(
        eq(orders.paymentStatus, "reversed"),
        ne(orders.status, "rejected"),
        isNull(orders.deletedAt),
      ),
    )
    .orderBy(orders.createdAt)
    .limit(1)
    .as("reversed");
}

/** Selects the newest failed mail of the last days, and how many there are. */
function lastFailedMail(db: Db, lately: Date) {
  // Newsletters have their own report of failed addresses.
  return db
    .select({ to: mails.to, error: mails.lastError, count: allOfThem("mails_count") })
    .from(mails)
    .where(and(gt(mails.failedAt, lately), isNull(mails.newsletterId)))
    .orderBy(desc(mails.failedAt))
    .limit(1)
    .as("failed_mail");
}

/** Selects the webhook that has been failing for longest, and how many there are. */
function firstFailingWebhook(db: Db) {
  return db
    .select({
      id: webhookEndpoints.id,
      url: webhookEndpoints.url,
      since: webhookEndpoints.failingSince,
      count: allOfThem("webhooks_count"),
    })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.enabled, true), gte(webhookEndpoints.failures, FAILING_AFTER)))
    .orderBy(asc(webhookEndpoints.failingSince))
    .limit(1)
    .as("failing");
}

/** Counts all matching rows, before the limit. */
function allOfThem(name: string): SQL.Aliased<number> {
  return sql<number>`count(*) over ()`.mapWith(Number).as(name);
}
