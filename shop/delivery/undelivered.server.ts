import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import { type Db, queryRows } from "#db/client.server.ts";
import { minutesSince } from "#lib/duration.ts";
import { orders } from "../orders/tables.ts";
import type { UndeliveredOrder } from "./work-list.ts";

/** Holds for orders of coins: credit and gift codes are given by themselves. */
export const isOfCoins = eq(orders.packageKind, "coins");

/** Holds for orders that wait neither for an answer of their buyer nor for a decision about their withdrawal. */
export const isNotSetAside = sql`(${orders.awaitedFrom} is distinct from 'buyer' and ${orders.withdrawal} is distinct from 'open')`;

/** Holds for paid orders whose coins are to be sent now. */
export const isUndelivered = and(
  eq(orders.status, "processing"),
  isNull(orders.deletedAt),
  isOfCoins,
  isNotSetAside,
);

/** Counts the paid orders whose coins are to be sent now, from the index `orders_status_created`. */
export function countUndelivered(db: Db): Promise<number> {
  return db.$count(orders, isUndelivered);
}

/** Counts the paid orders that are set aside until their buyer answers. */
export function countSetAside(db: Db): Promise<number> {
  return db.$count(
    orders,
    and(eq(orders.awaitedFrom, "buyer"), eq(orders.status, "processing"), isNull(orders.deletedAt)),
  );
}

/** Returns the oldest paid orders whose coins were not sent, without those set aside, from the index `orders_status_created`. */
export async function listUndelivered(
  db: Db,
  {
    after = null,
    coins = null,
    limit,
    now,
  }: {
    after?: string | null;
    /** Only those of packages with this many coins. */
    coins?: number | null;
    limit: number;
    now: Date;
  },
): Promise<UndeliveredOrder[]> {
  const placedAt = after && (await readPlacedAt(db, after));
  const rows = await db
    .select({
      id: orders.id,
      version: orders.version,
      tiktokUsername: orders.tiktokUsername,
      tiktokUid: orders.tiktokUid,
      email: orders.email,
      package: orders.package,
      totalCents: orders.totalCents,
      paymentStatus: orders.paymentStatus,
      note: orders.note,
      awaitedFrom: orders.awaitedFrom,
      settledAt: orders.settledAt,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(
      and(
        isUndelivered,
        coins === null ? undefined : eq(coinsOf, coins),
        placedAt
          ? sql`(${orders.createdAt}, ${orders.id}) > (${placedAt}::timestamptz, ${after})`
          : undefined,
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(limit);
  return rows.map(({ package: { coins }, tiktokUsername, settledAt, createdAt, ...order }) => ({
    ...order,
    tiktokUsername: tiktokUsername ?? "",
    coins,
    minutes: minutesSince(settledAt ?? createdAt, now),
  }));
}

const coinsOf = sql<number | null>`(${orders.package}->>'coins')::int`;

/** Counts the paid orders whose coins were not sent by the coins of their package, smallest first. */
export async function countBatches(db: Db): Promise<{ coins: number; count: number }[]> {
  const rows = await db
    .select({ coins: coinsOf, count: count() })
    .from(orders)
    .where(and(eq(orders.status, "processing"), isNull(orders.deletedAt), isOfCoins, isNotSetAside))
    .groupBy(sql`1`)
    .orderBy(sql`1`);
  return rows.flatMap(({ coins, count }) => (coins === null ? [] : { coins, count }));
}

/** Returns when an order was placed, with its microseconds; null for an unknown one. */
async function readPlacedAt(db: Db, id: string): Promise<string | null> {
  const [row] = await queryRows<{ placedAt: string }>(
    db,
    sql`select ${orders.createdAt}::text as "placedAt" from ${orders} where ${eq(orders.id, id)}`,
  );
  return row?.placedAt ?? null;
}
