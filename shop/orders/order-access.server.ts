import { goodsOf } from "../catalog/goods.ts";
import { createHmac, timingSafeEqual } from "node:crypto";
import { and, desc, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import type { RecentOrder } from "./order.ts";
import { orderAccess, orderEvents, orders } from "./tables.ts";
import { readSecret } from "../settings/settings.server.ts";
import { secrets } from "../settings/tables.ts";

/** The name of the secret that signs the tracking links. */
export const TRACKING_SECRET = "tracking-links";

/** Orders shown under "Recent orders on this device". */
const RECENT_MAX = 10;

/**
 * Grants a visitor access to all of an order. Access is `proven` for the browser that placed the order or followed a
 * signed link, and stays so.
 */
export async function grantAccess(
  db: Db,
  orderId: string,
  visitorHash: string,
  { proven, now }: { proven: boolean; now: Date },
): Promise<void> {
  const insert = db.insert(orderAccess).values({ orderId, visitorHash, grantedAt: now, proven });
  await (proven
    ? insert.onConflictDoUpdate({
        target: [orderAccess.orderId, orderAccess.visitorHash],
        set: { proven },
      })
    : insert.onConflictDoNothing());
}

/** Ends a visitor's access to the orders with this email; returns whether access to other orders remains. */
export async function revokeAccessByEmail(
  db: Db,
  visitorHash: string,
  email: string,
): Promise<boolean> {
  const ofVisitor = eq(orderAccess.visitorHash, visitorHash);
  const ofEmail = db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(sql`lower(${orders.email})`, normalizeEmail(email)));
  await db.delete(orderAccess).where(and(ofVisitor, inArray(orderAccess.orderId, ofEmail)));
  return hasAnyAccess(db, visitorHash);
}

/** Returns whether this visitor may see all of some order. */
export async function hasAnyAccess(db: Db, visitorHash: string): Promise<boolean> {
  return (await db.$count(orderAccess, eq(orderAccess.visitorHash, visitorHash))) > 0;
}

/** Returns the newest orders that this visitor may see all of. */
export async function ordersOfVisitor(db: Db, visitorHash: string): Promise<RecentOrder[]> {
  const rows = await db
    .select({
      id: orders.id,
      status: orders.status,
      package: orders.package,
      createdAt: orders.createdAt,
    })
    .from(orderAccess)
    .innerJoin(orders, eq(orders.id, orderAccess.orderId))
    .where(and(eq(orderAccess.visitorHash, visitorHash), isNull(orders.deletedAt)))
    .orderBy(desc(orders.createdAt))
    .limit(RECENT_MAX);
  return rows.map(({ package: pkg, ...order }) => ({ ...order, ...goodsOf(pkg) }));
}

/** Ends the access to an order of all visitors but these. */
export async function revokeOtherAccess(
  db: Db,
  orderId: string,
  visitorHashes: readonly string[],
): Promise<void> {
  const isOther = notInArray(orderAccess.visitorHash, [...visitorHashes]);
  await db.delete(orderAccess).where(and(eq(orderAccess.orderId, orderId), isOther));
}

/** Ends a visitor's access to all orders. */
export async function revokeAllAccess(db: Db, visitorHash: string): Promise<void> {
  await db.delete(orderAccess).where(eq(orderAccess.visitorHash, visitorHash));
}

/**
 * Returns the signature of an order's tracking links in mails. It changes when the order's email is corrected, or an
 * act is stopped.
 */
export async function trackingKey(db: Db, orderId: string): Promise<string> {
  const endsLinks = inArray(orderEvents.type, ["email", "stopped"]);
  const isCorrection = and(eq(orderEvents.orderId, orderId), endsLinks);
  const [found] = await db
    .select({ secret: secrets.value, corrections: db.$count(orderEvents, isCorrection) })
    .from(secrets)
    .where(eq(secrets.name, TRACKING_SECRET));
  if (!found) {
    await readSecret(db, TRACKING_SECRET);
    return trackingKey(db, orderId);
  }
  const { secret, corrections } = found;
  const signed = corrections === 0 ? `order ${orderId}` : `order ${orderId} ${corrections}`;
  return createHmac("sha256", secret).update(signed).digest("base64url");
}

/** True when the key is the signature of this order's tracking links. */
export async function isTrackingKey(db: Db, orderId: string, key: string): Promise<boolean> {
  const expected = Buffer.from(await trackingKey(db, orderId));
  const given = Buffer.from(key);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Returns the access of this visitor to all of the order; null for none. */
export async function findAccess(
  db: Db,
  orderId: string,
  visitorHash: string,
): Promise<{ proven: boolean } | null> {
  const [row] = await db
    .select({ proven: orderAccess.proven })
    .from(orderAccess)
    .where(and(eq(orderAccess.orderId, orderId), eq(orderAccess.visitorHash, visitorHash)));
  return row ?? null;
}
