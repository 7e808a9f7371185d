import { and, eq, exists, inArray, isNull, lt, lte, ne, notExists, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { blockHeaders, chainTip } from "../chain/tables.ts";
import { chainOutputs, paymentAddresses, quotes } from "../tables.ts";
import type { BlockRef, ChainUpdates } from "../chain/chain.ts";
import { hasAtMostConfirmations } from "../facts.server.ts";
import { FINAL_CONFIRMATIONS } from "../model/payment.ts";
import type { PollIntervals } from "./poll-intervals.ts";
import { addMs, DAY_MS } from "#lib/time.ts";

/** How long one heartbeat of an open page keeps its address watched. */
const WATCH_MS = 15_000;

/** How long a lower tip is ignored: it comes from a host that lags behind, unless the chain was reset. */
const LAG_MS = DAY_MS;

/** Marks the address of a checkout as watched for 15 s, so that it is polled often; un-retires it. */
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

/**
 * Stores the newest block; returns true when it is new and not lower than before. A stored block that is not on the
 * verified chain is replaced by a lower one too.
 */
export async function recordTip(db: Db, tip: BlockRef, now: Date): Promise<boolean> {
  const { height, hash } = tip;
  const lag = addMs(now, -LAG_MS);
  const stored = { height, hash, seenAt: now };
  const verified = () =>
    db
      .select({ one: sql`1` })
      .from(blockHeaders)
      .$dynamic();
  const changed = await db
    .insert(chainTip)
    .values(stored)
    .onConflictDoUpdate({
      target: chainTip.id,
      set: stored,
      setWhere: and(
        ne(chainTip.hash, hash),
        or(
          lte(chainTip.height, height),
          lt(chainTip.seenAt, lag),
          and(
            exists(verified()),
            notExists(
              verified().where(and(blockHeaders.best, eq(blockHeaders.hash, chainTip.hash))),
            ),
          ),
        ),
      ),
    })
    .returning({ hash: chainTip.hash });
  return changed.length > 0;
}

/** Returns the cursor for the next call of `updatesSince`; null before the first one. */
export async function readUpdateCursor(db: Db): Promise<string | null> {
  const [tip] = await db.select({ cursor: chainTip.updateCursor }).from(chainTip);
  return tip?.cursor ?? null;
}

/** Makes addresses with activity due at once, retired ones too. */
export async function recordChainUpdates(
  db: Db,
  { addresses, cursor }: ChainUpdates,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (addresses.length > 0)
      await tx
        .update(paymentAddresses)
        .set({ nextCheckAt: now, retiredAt: null })
        .where(inArray(paymentAddresses.address, [...addresses]));
    // In the same transaction, so that no update is lost.
    await tx.update(chainTip).set({ updateCursor: cursor });
  });
}

/** Makes addresses with unfinalized outputs due at once, after a new block; returns how many. */
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
