import { and, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { paymentReviews } from "../payments/review/tables.ts";
import { receipts } from "../payments/tables.ts";
import { orders } from "../orders/tables.ts";
import { type DeliveryFacts, MEDIAN_ORDERS } from "./work-list.ts";

/** Reads what is known about orders besides their rows; returns a function that looks up one of them. */
export async function readDeliveryFacts(
  db: Db,
  ids: readonly string[],
): Promise<(order: { id: string; email: string }) => DeliveryFacts> {
  const [completed, recent, money] = await Promise.all([
    countCompleted(db, ids),
    countSameUsername(db, ids),
    readMoneyFacts(db, ids),
  ]);
  return ({ id, email }) => ({
    completed: completed.get(normalizeEmail(email)) ?? 0,
    sameUsername: recent.get(id) ?? 0,
    ...money(id),
  });
}

/** Reads whether the payments of orders are in review or disputed; returns a function that looks up one of them. */
export async function readMoneyFacts(
  db: Db,
  ids: readonly string[],
): Promise<(id: string) => Pick<DeliveryFacts, "isInReview" | "isDisputed">> {
  const reviewed = await findInReview(db, ids);
  const disputed = await findDisputed(db, ids);
  return (id) => ({ isInReview: reviewed.has(id), isDisputed: disputed.has(id) });
}

/** Returns the median amount of the newest completed orders in US cents; null before the first. */
export async function readUsualCents(db: Db): Promise<number | null> {
  const newest = db
    .select({ cents: orders.totalCents })
    .from(orders)
    .where(and(isNotNull(orders.completedAt), isNull(orders.deletedAt)))
    .orderBy(desc(orders.completedAt))
    .limit(MEDIAN_ORDERS)
    .as("newest");
  const [row] = await db
    .select({
      median: sql<number | null>`percentile_disc(0.5) within group (order by ${newest.cents})`,
    })
    .from(newest);
  return row?.median ?? null;
}

/** Counts the completed orders of the customers of these orders, by email. */
async function countCompleted(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const listed = alias(orders, "listed");
  const email = sql<string>`lower(${orders.email})`;
  const emails = db
    .select({ email: sql`lower(${listed.email})` })
    .from(listed)
    .where(inArray(listed.id, [...ids]));
  const rows = await db
    .select({ email, count: countAll() })
    .from(orders)
    .where(and(inArray(email, emails), eq(orders.status, "completed"), isNull(orders.deletedAt)))
    .groupBy(email);
  return new Map(rows.map((row) => [row.email, row.count]));
}

/** Counts the paid orders for the username of each order that were placed within 24 hours of it. */
async function countSameUsername(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const listed = alias(orders, "listed");
  const rows = await db
    .select({ id: listed.id, count: countAll() })
    .from(listed)
    .innerJoin(
      orders,
      and(
        sql`lower(${orders.tiktokUsername}) = lower(${listed.tiktokUsername})`,
        sql`${orders.createdAt} between ${listed.createdAt} - interval '24 hours'
          and ${listed.createdAt} + interval '24 hours'`,
        isNotNull(orders.settledAt),
        isNull(orders.deletedAt),
      ),
    )
    .where(inArray(listed.id, [...ids]))
    .groupBy(listed.id);
  return new Map(rows.map((row) => [row.id, row.count]));
}

async function findInReview(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: orders.id })
    .from(paymentReviews)
    .leftJoin(receipts, eq(receipts.id, paymentReviews.receiptId))
    .innerJoin(
      orders,
      eq(orders.checkoutId, sql`coalesce(${paymentReviews.checkoutId}, ${receipts.checkoutId})`),
    )
    .where(inArray(orders.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

async function findDisputed(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(receipts, eq(receipts.checkoutId, orders.checkoutId))
    .where(and(inArray(orders.id, [...ids]), inArray(receipts.dispute, ["open", "lost"])));
  return new Set(rows.map(({ id }) => id));
}

function countAll() {
  return sql<number>`count(*)`.mapWith(Number);
}
