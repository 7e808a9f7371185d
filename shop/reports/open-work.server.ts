import { and, count as countRows, eq, gt, inArray, isNotNull, isNull, min, sum } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { secondsSince } from "#lib/duration.ts";
import { addMs, DAY_MS } from "#lib/time.ts";
import { countSetAside, countUndelivered, isNotSetAside } from "../delivery/undelivered.server.ts";
import { orderDeliveries } from "../delivery/tables.ts";
import { orders } from "../orders/tables.ts";
import { mails } from "../mail/tables.ts";
import { lightningInvoices } from "../payments/lightning/tables.ts";
import { paymentReviews } from "../payments/review/tables.ts";
import { currentMetrics } from "../metrics/tables.ts";
import { webhookDeliveries } from "../webhooks/tables.ts";
import { FAILED_MAIL_DAYS } from "./dashboard.ts";

/** Open work for `/metrics`. */
export interface OpenWork {
  openOrders: Record<"pending" | "processing", number>;
  reviews: number;
  /** Without newsletters, of which thousands may wait in normal operation. */
  mails: { waiting: number; oldestSeconds: number; failed: number };
  webhooks: { waiting: number; oldestSeconds: number; failed: number };
  /**
   * Orders that wait for the delivery adapter, those that it refused or gave up, and the age of the oldest of both; without
   * those that wait for an answer of their buyer.
   */
  deliveries: { waiting: number; oldestSeconds: number; failed: number };
  /** Invoices that are watched, and orders paid by Lightning. */
  lightning: { open: number; orders: number };
}

/** Reads the open work from sums and the ends of indexes, never from all orders. */
export async function readOpenWork(db: Db, now: Date): Promise<OpenWork> {
  const [waiting] = await db
    .select({ count: countRows(), oldest: min(mails.createdAt) })
    .from(mails)
    .where(and(isNull(mails.sentAt), isNull(mails.failedAt), isNull(mails.newsletterId)));
  const [unsent] = await db
    .select({ count: countRows(), oldest: min(webhookDeliveries.createdAt) })
    .from(webhookDeliveries)
    .where(and(isNull(webhookDeliveries.deliveredAt), isNull(webhookDeliveries.failedAt)));
  const [undelivered] = await db
    .select({
      waiting: countRows(orderDeliveries.nextAttemptAt),
      failed: countRows(orderDeliveries.failedAt),
      oldest: min(orderDeliveries.since),
    })
    .from(orderDeliveries)
    .innerJoin(orders, eq(orders.id, orderDeliveries.orderId))
    .where(
      and(
        eq(orders.status, "processing"),
        isNull(orders.deletedAt),
        isNotSetAside,
        isNull(orderDeliveries.deliveredAt),
      ),
    );
  const lately = addMs(now, -FAILED_MAIL_DAYS * DAY_MS);
  const ageOf = (oldest: Date | null | undefined) => (oldest ? secondsSince(oldest, now) : 0);
  return {
    openOrders: await countOpenOrders(db),
    reviews: await db.$count(paymentReviews),
    mails: {
      waiting: waiting?.count ?? 0,
      oldestSeconds: ageOf(waiting?.oldest),
      failed: await db.$count(mails, and(gt(mails.failedAt, lately), isNull(mails.newsletterId))),
    },
    webhooks: {
      waiting: unsent?.count ?? 0,
      oldestSeconds: ageOf(unsent?.oldest),
      failed: await db.$count(webhookDeliveries, gt(webhookDeliveries.failedAt, lately)),
    },
    deliveries: {
      waiting: undelivered?.waiting ?? 0,
      oldestSeconds: ageOf(undelivered?.oldest),
      failed: undelivered?.failed ?? 0,
    },
    lightning: {
      open: await db.$count(lightningInvoices, isNotNull(lightningInvoices.nextCheckAt)),
      orders: await countLightningOrders(db),
    },
  };
}

async function countLightningOrders(db: Db): Promise<number> {
  const { kind, key, count } = currentMetrics;
  const [row] = await db
    .select({ count: sum(count).mapWith(Number) })
    .from(currentMetrics)
    .where(and(eq(kind, "method"), eq(key, "lightning")));
  return row?.count ?? 0;
}

/** Counts the paid orders under Deliver, and those that are set aside until their buyers answer. */
export async function countToDeliver(db: Db): Promise<{ toDeliver: number; setAside: number }> {
  const [toDeliver, setAside] = await Promise.all([countUndelivered(db), countSetAside(db)]);
  return { toDeliver, setAside };
}

/** Counts the orders that wait for a payment or for their coins, from the daily metrics. */
async function countOpenOrders(db: Db): Promise<OpenWork["openOrders"]> {
  const { kind, key, count } = currentMetrics;
  const statuses = await db
    .select({ status: key, count: sum(count).mapWith(Number) })
    .from(currentMetrics)
    .where(and(eq(kind, "status"), inArray(key, ["pending", "processing"])))
    .groupBy(key);
  const numberOf = (status: string) => statuses.find((row) => row.status === status)?.count ?? 0;
  return { pending: numberOf("pending"), processing: numberOf("processing") };
}
