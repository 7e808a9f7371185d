import { and, desc, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import type { Recipient } from "../checkouts/checkout.ts";
import { removedRecipients } from "../accounts/tables.ts";
import { orderAccess, orders } from "./tables.ts";

/** An account with a confirmed email address. */
interface Owner {
  id: string;
  email: string;
}

const username = sql<string>`lower(${orders.tiktokUsername})`;

/**
 * Lists the recipients of an account's orders, the last one first, without those that were removed since their last
 * order. An account's orders are those placed with its email address.
 */
export async function listRecipients(db: Db, owner: Owner): Promise<Recipient[]> {
  const newest = db
    .selectDistinctOn([username], {
      tiktokUsername: sql<string>`${orders.tiktokUsername}`.as("tiktok_username"),
      tiktokUid: orders.tiktokUid,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .leftJoin(
      removedRecipients,
      and(eq(removedRecipients.userId, owner.id), eq(removedRecipients.tiktokUsername, username)),
    )
    .where(
      and(
        eq(sql`lower(${orders.email})`, normalizeEmail(owner.email)),
        isNull(orders.deletedAt),
        isNotNull(orders.tiktokUsername),
        or(isNull(removedRecipients.removedAt), lt(removedRecipients.removedAt, orders.createdAt)),
      ),
    )
    .orderBy(username, desc(orders.createdAt))
    .as("newest");
  const rows = await db.select().from(newest).orderBy(desc(newest.createdAt));
  return rows.map(({ tiktokUsername, tiktokUid }) => ({
    tiktokUsername,
    tiktokUid,
    email: owner.email,
  }));
}

/** Removes a recipient from an account's list until it is used again; does nothing for one that is not on it. */
export async function removeRecipient(
  db: Db,
  owner: Owner,
  removal: { tiktokUsername: string; now: Date },
): Promise<void> {
  const tiktokUsername = removal.tiktokUsername.toLowerCase();
  const listed = await listRecipients(db, owner);
  if (!listed.some((recipient) => recipient.tiktokUsername.toLowerCase() === tiktokUsername))
    return;
  const removedAt = removal.now;
  await db
    .insert(removedRecipients)
    .values({ userId: owner.id, tiktokUsername, removedAt })
    .onConflictDoUpdate({
      target: [removedRecipients.userId, removedRecipients.tiktokUsername],
      set: { removedAt },
    });
}

/** Lists what an account has removed from its recipients, for the export of its data. */
export async function listRemovedRecipients(
  db: Db,
  userId: string,
): Promise<{ tiktokUsername: string; removedAt: Date }[]> {
  const { tiktokUsername, removedAt } = removedRecipients;
  return db
    .select({ tiktokUsername, removedAt })
    .from(removedRecipients)
    .where(eq(removedRecipients.userId, userId));
}

/** Returns the recipient of the newest order that this visitor may see all of, or null. */
export async function lastRecipientOf(db: Db, visitorHash: string): Promise<Recipient | null> {
  const { tiktokUid, email } = orders;
  const tiktokUsername = sql<string>`${orders.tiktokUsername}`;
  const [row] = await db
    .select({ tiktokUsername, tiktokUid, email })
    .from(orderAccess)
    .innerJoin(orders, eq(orders.id, orderAccess.orderId))
    .where(
      and(
        eq(orderAccess.visitorHash, visitorHash),
        isNull(orders.deletedAt),
        isNotNull(orders.tiktokUsername),
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return row ?? null;
}
