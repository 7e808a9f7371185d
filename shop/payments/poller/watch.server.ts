import { and, eq, inArray, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { chainOutputs, chainTip, paymentAddresses, quotes } from "../tables.ts";
import type { BlockRef, ChainUpdates } from "../chain/chain.ts";
import { hasAtMostConfirmations } from "../facts.server.ts";
import { FINAL_CONFIRMATIONS } from "../payments.server.ts";
import type { PollIntervals } from "./poll-intervals.ts";
import { addMs, DAY_MS } from "#lib/time.ts";

/** For how long one sign of life of an open page makes its address a watched one. */
const WATCH_MS = 15_000;

/** A chain does not get shorter: who tells of less lags behind, unless nobody has told of more for this long. */
const LAG_MS = DAY_MS;

/**
 * Somebody has the page of this checkout open: its address is asked about often, for the next 15 s, even
 * one that was given up before.
 */
export async function markWatched(
  db: Db,
  checkoutId: string,
  intervals: PollIntervals,
  now: Date,
): Promise<void> {
  const { nextCheckAt } = paymentAddresses;
  const soon = sql.param(addMs(now, intervals.watchedSeconds * 1000), nextCheckAt);
  const address = db
    .select({ address: quotes.address })
    .from(quotes)
    .where(eq(quotes.checkoutId, checkoutId));
  await db
    .update(paymentAddresses)
    .set({
      watchedUntil: addMs(now, WATCH_MS),
      retiredAt: null,
      nextCheckAt: sql`least(${nextCheckAt}, ${soon})`,
    })
    .where(inArray(paymentAddresses.address, address));
}

/** Stores the newest block; returns true when it is another one than before, and not an older one. */
export async function recordTip(db: Db, tip: BlockRef, now: Date): Promise<boolean> {
  const { height, hash } = tip;
  const lag = addMs(now, -LAG_MS);
  const stored = { height, hash, seenAt: now };
  const changed = await db
    .insert(chainTip)
    .values(stored)
    .onConflictDoUpdate({
      target: chainTip.id,
      set: stored,
      setWhere: and(
        ne(chainTip.hash, hash),
        or(lte(chainTip.height, height), lt(chainTip.seenAt, lag)),
      ),
    })
    .returning({ hash: chainTip.hash });
  return changed.length > 0;
}

/** From where a source that watches by itself is asked on; null to begin with. */
export async function newsCursor(db: Db): Promise<string | null> {
  const [tip] = await db.select({ cursor: chainTip.newsCursor }).from(chainTip);
  return tip?.cursor ?? null;
}

/** Addresses at which something happened are asked about at once, those that were given up too. */
export async function recordChainUpdates(db: Db, news: ChainUpdates, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    if (news.addresses.length > 0)
      await tx
        .update(paymentAddresses)
        .set({ nextCheckAt: now, retiredAt: null })
        .where(inArray(paymentAddresses.address, [...news.addresses]));
    // In the same transaction: news that was read is never lost.
    await tx.update(chainTip).set({ newsCursor: news.cursor });
  });
}

/** After a new block: addresses with money that is not yet buried are asked about at once; returns how many. */
export async function recheckUnfinalized(db: Db, now: Date): Promise<number> {
  const addresses = db
    .select({ address: chainOutputs.address })
    .from(chainOutputs)
    .where(hasAtMostConfirmations(FINAL_CONFIRMATIONS));
  const due = await db
    .update(paymentAddresses)
    .set({ nextCheckAt: now })
    .where(and(isNull(paymentAddresses.retiredAt), inArray(paymentAddresses.address, addresses)))
    .returning({ address: paymentAddresses.address });
  return due.length;
}
