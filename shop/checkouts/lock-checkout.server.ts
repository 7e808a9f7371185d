import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "./tables.ts";

export type StoredCheckout = typeof checkouts.$inferSelect;

/**
 * Locks a checkout, its order and its payment until the transaction ends; returns null for an unknown id. Every
 * transaction acquires this lock first, which prevents deadlocks.
 */
export async function lockCheckout(tx: Db, id: string): Promise<StoredCheckout | null> {
  const [checkout] = await tx
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, id))
    // `for update` would conflict with the key-share lock that an inserted foreign key (a receipt) holds, and two
    // such transactions would deadlock.
    .for("no key update");
  return checkout ?? null;
}

/** Saves the recipient of a checkout that is open, and the country if it is given. */
export async function saveRecipient(
  db: Db,
  id: string,
  recipient: Pick<StoredCheckout, "tiktokUsername" | "tiktokUid" | "email"> &
    Partial<Pick<StoredCheckout, "country">>,
  now: Date,
): Promise<void> {
  await db
    .update(checkouts)
    .set({ ...recipient, updatedAt: now })
    .where(and(eq(checkouts.id, id), eq(checkouts.state, "open")));
}
