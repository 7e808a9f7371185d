import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  min,
  ne,
  type SQL,
  sql,
} from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Db } from "#db/client.server.ts";
import { mails } from "../mail/tables.ts";
import { orders } from "../orders/tables.ts";
import { receipts } from "../payments/tables.ts";
import { isNotSetAside, isUndelivered } from "../delivery/undelivered.server.ts";
import { paymentReviews } from "../payments/review/tables.ts";
import { webhookEndpoints } from "../webhooks/tables.ts";
import { minutesSince } from "#lib/duration.ts";
import { FAILING_AFTER } from "../webhooks/webhook.ts";
import { type Attention, FAILED_MAIL_DAYS } from "./dashboard.ts";
import { addMs, DAY_MS } from "#lib/time.ts";

/** The open items of the dashboard, except the numbers of orders, which come from daily metrics. */
export interface Waiting extends Omit<Attention, "undelivered"> {
  /** The age of the oldest pending order, and of the oldest paid one whose coins were not sent. */
  pendingMinutes: number | null;
  undeliveredMinutes: number | null;
}

/** Reads all open items. */
export async function readWaiting(db: Db, now: Date): Promise<Waiting> {
  const minutes = (since: Date | null) => (since ? minutesSince(since, now) : null);
  const [
    pendingSince,
    undeliveredSince,
    underpaid,
    messages,
    reviews,
    reversed,
    failedMail,
    refusedMail,
    failing,
  ] = await Promise.all([
    oldest(db, and(eq(orders.status, "pending"), isNull(orders.deletedAt), isNotSetAside)),
    oldest(db, isUndelivered),
    firstUnderpaid(db),
    countUnanswered(db),
    countReviews(db),
    firstReversed(db),
    lastFailedMail(db, addMs(now, -FAILED_MAIL_DAYS * DAY_MS)),
    lastRefusedMail(db),
    firstFailingWebhook(db),
  ]);
  return {
    pendingMinutes: minutes(pendingSince),
    undeliveredMinutes: minutes(undeliveredSince),
    underpaid: { count: underpaid?.count ?? 0, orderId: underpaid?.id ?? null },
    messages: { count: messages?.count ?? 0, minutes: minutes(messages?.since ?? null) },
    reviews: { count: reviews?.count ?? 0, minutes: minutes(reviews?.since ?? null) },
    reversed: { count: reversed?.count ?? 0, orderId: reversed?.id ?? null },
    failedMails: {
      count: failedMail?.count ?? 0,
      last: failedMail ? { to: failedMail.to, error: failedMail.error } : null,
    },
    refusedMails: { count: refusedMail?.count ?? 0, error: refusedMail?.error ?? null },
    failingWebhooks: {
      count: failing?.count ?? 0,
      first: failing ? { id: failing.id, url: failing.url, minutes: minutes(failing.since) } : null,
    },
  };
}

/** Returns when the oldest of these orders was placed; null without one. */
async function oldest(db: Db, which: SQL | undefined): Promise<Date | null> {
  const [order] = await db
    .select({ createdAt: orders.createdAt })
    .from(orders)
    .where(which)
    .orderBy(orders.createdAt, orders.id)
    .limit(1);
  return order?.createdAt ?? null;
}

/** Returns the oldest open order of which too little has arrived, and how many there are. */
async function firstUnderpaid(db: Db) {
  const open = and(ne(orders.status, "rejected"), isNull(orders.deletedAt));
  const columns = { id: orders.id, createdAt: orders.createdAt };
  const isPartial = db
    .select(columns)
    .from(orders)
    .where(and(eq(orders.paymentStatus, "partial"), open));
  const isInReview = db
    .select(columns)
    .from(paymentReviews)
    .leftJoin(receipts, eq(receipts.id, paymentReviews.receiptId))
    .innerJoin(
      orders,
      eq(orders.checkoutId, sql`coalesce(${paymentReviews.checkoutId}, ${receipts.checkoutId})`),
    )
    .where(and(eq(paymentReviews.reason, "underpaid"), open));
  const found = union(isPartial, isInReview).as("found");
  const [order] = await db
    .select({ id: found.id, count: allOfThem })
    .from(found)
    .orderBy(asc(found.createdAt))
    .limit(1);
  return order;
}

async function countUnanswered(db: Db) {
  const [unanswered] = await db
    .select({ count: count(), since: min(orders.awaitedSince) })
    .from(orders)
    .where(and(eq(orders.awaitedFrom, "shop"), isNull(orders.deletedAt)));
  return unanswered;
}

async function countReviews(db: Db) {
  const [reviews] = await db
    .select({ count: count(), since: min(paymentReviews.since) })
    .from(paymentReviews);
  return reviews;
}

/** Returns the oldest paid order whose payment was reversed, and how many there are. */
async function firstReversed(db: Db) {
  const [order] = await db
    .select({ id: orders.id, count: allOfThem })
    .from(orders)
    .where(
      and(
        eq(orders.paymentStatus, "reversed"),
        ne(orders.status, "rejected"),
        isNull(orders.deletedAt),
      ),
    )
    .orderBy(orders.createdAt)
    .limit(1);
  return order;
}

/** Returns the newest failed mail of the last days, and how many there are. */
async function lastFailedMail(db: Db, lately: Date) {
  // Newsletters have their own report of failed addresses.
  const [mail] = await db
    .select({ to: mails.to, error: mails.lastError, count: allOfThem })
    .from(mails)
    .where(and(gt(mails.failedAt, lately), isNull(mails.newsletterId)))
    .orderBy(desc(mails.failedAt))
    .limit(1);
  return mail;
}

/** Returns the answer to the mail that was tried last of those that wait after a failed attempt. */
async function lastRefusedMail(db: Db) {
  const [mail] = await db
    .select({ error: mails.lastError, count: allOfThem })
    .from(mails)
    .where(
      and(
        isNull(mails.sentAt),
        isNull(mails.failedAt),
        isNull(mails.newsletterId),
        isNotNull(mails.lastError),
      ),
    )
    .orderBy(asc(mails.attempts), desc(mails.createdAt))
    .limit(1);
  return mail;
}

/** Returns the webhook that has been failing for longest, and how many there are. */
async function firstFailingWebhook(db: Db) {
  const { id, url, failingSince, enabled, failures } = webhookEndpoints;
  const [endpoint] = await db
    .select({ id, url, since: failingSince, count: allOfThem })
    .from(webhookEndpoints)
    .where(and(eq(enabled, true), gte(failures, FAILING_AFTER)))
    .orderBy(asc(failingSince))
    .limit(1);
  return endpoint;
}

/** The number of all matching rows, before the limit. */
const allOfThem = sql<number>`count(*) over ()`.mapWith(Number);
