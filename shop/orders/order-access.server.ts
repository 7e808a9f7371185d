import { createHmac, timingSafeEqual } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { prepared } from "#db/query.server.ts";
import { orderAccess } from "./tables.ts";
import { readSecret } from "../settings/settings.server.ts";

const insertAccess = prepared((db, name) =>
  db
    .insert(orderAccess)
    .values({
      orderId: sql.placeholder("orderId"),
      visitorHash: sql.placeholder("visitorHash"),
      grantedAt: sql.placeholder("now"),
    })
    .onConflictDoNothing()
    .prepare(name),
);

/** Lets this visitor see all of the order from now on. */
export async function grantAccess(
  db: Db,
  orderId: string,
  visitorHash: string,
  now: Date,
): Promise<void> {
  await insertAccess(db).execute({ orderId, visitorHash, now });
}

/** The signature that a tracking link in our mails carries. */
export async function trackingKey(db: Db, orderId: string): Promise<string> {
  const secret = await readSecret(db, "tracking-links");
  return createHmac("sha256", secret).update(`order ${orderId}`).digest("base64url");
}

/** True when the key is the one our mails carry for this order. */
export async function isTrackingKey(db: Db, orderId: string, key: string): Promise<boolean> {
  const expected = Buffer.from(await trackingKey(db, orderId));
  const given = Buffer.from(key);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const accessTo = prepared((db, name) =>
  db
    .select({ orderId: orderAccess.orderId })
    .from(orderAccess)
    .where(
      and(
        eq(orderAccess.orderId, sql.placeholder("orderId")),
        eq(orderAccess.visitorHash, sql.placeholder("visitorHash")),
      ),
    )
    .prepare(name),
);

/** True when this visitor may see all of the order. */
export async function hasAccess(db: Db, orderId: string, visitorHash: string): Promise<boolean> {
  const [row] = await accessTo(db).execute({ orderId, visitorHash });
  return row !== undefined;
}
