import { desc, eq, max, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { addCredit, spendUpTo, takeBackCredit } from "./credit.server.ts";
import { creditEntries } from "./tables.ts";

/** The credit that a checkout holds: used, and not returned. */
interface HeldCredit {
  userId: string;
  cents: number;
}

/** Returns the credit that a checkout holds, and whose it last was; null if it never held any. */
export async function readHeldCredit(tx: Db, checkoutId: string): Promise<HeldCredit | null> {
  const { userId, cents, owedCents, id } = creditEntries;
  const [held] = await tx
    .select({
      userId,
      cents: sql<number>`sum(${owedCents} - ${cents})`.mapWith(Number),
    })
    .from(creditEntries)
    .where(eq(creditEntries.checkoutId, checkoutId))
    .groupBy(userId)
    .orderBy(desc(max(id)))
    .limit(1);
  return held ?? null;
}

/** Has a locked checkout hold as much credit of the user as there is, up to `cents`; returns how much. */
export async function holdCredit(
  tx: Db,
  change: { checkoutId: string; userId: string; cents: number; now: Date },
): Promise<number> {
  const onceKey = await nextKey(tx, change.checkoutId);
  return spendUpTo(tx, { ...change, kind: "spent", onceKey });
}

/**
 * Has a locked checkout, or its locked order, hold this much credit: it returns what it holds beyond that. An order that
 * was rejected and goes on takes its credit again; what is no longer there is owed.
 */
export async function setHeldCredit(
  tx: Db,
  wanted: { checkoutId: string; cents: number; now: Date },
): Promise<void> {
  const { checkoutId, now } = wanted;
  const held = await readHeldCredit(tx, checkoutId);
  if (!held) return;
  const difference = wanted.cents - held.cents;
  if (difference === 0) return;
  const onceKey = await nextKey(tx, checkoutId);
  const change = { userId: held.userId, cents: Math.abs(difference), onceKey, checkoutId, now };
  if (difference < 0) await addCredit(tx, { ...change, kind: "returned" });
  else await takeBackCredit(tx, { ...change, kind: "spent" });
}

async function nextKey(tx: Db, checkoutId: string): Promise<string> {
  const before = await tx.$count(creditEntries, eq(creditEntries.checkoutId, checkoutId));
  return `checkout:${checkoutId}:${before}`;
}
