import { and, eq, gt, inArray, isNull, lte, max, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { chainOutputs, chainTip, paymentAddresses, quotes } from "#db/schema/payments.server.ts";
import type { ChainNews } from "./chain.ts";
import { outputsUpTo, tipHeight } from "./facts.server.ts";
import { FINAL_CONFIRMATIONS } from "./payments.server.ts";
import { secondsToNextCheck, WATCH_DAYS, type WatchPace } from "./watching.ts";

/** For how long one sign of life of an open page makes its address a watched one. */
const WATCH_MS = 15_000;
/** For how long a claimed address is left to who claimed it; a server that dies leaves it to the next after that. */
const CLAIM_MS = 30_000;

/**
 * Somebody has the page of this checkout open: its address is asked about often, for the next 15 s, even
 * one that was given up before.
 */
export async function keepWatching(
  db: Db,
  checkoutId: string,
  pace: WatchPace,
  now: Date,
): Promise<void> {
  const address = db
    .select({ address: quotes.address })
    .from(quotes)
    .where(eq(quotes.checkoutId, checkoutId));
  await db
    .update(paymentAddresses)
    .set({
      watchedUntil: later(now, WATCH_MS),
      retiredAt: null,
      nextCheckAt: sql`least(${paymentAddresses.nextCheckAt}, ${iso(later(now, pace.watchedSeconds * 1000))})`,
    })
    .where(inArray(paymentAddresses.address, address));
}

/** Takes up to `limit` addresses that are due, so that no other instance asks about them too. */
export async function claimDueAddresses(db: Db, limit: number, now: Date): Promise<string[]> {
  const due = db
    .select({ address: paymentAddresses.address })
    .from(paymentAddresses)
    .where(and(isNull(paymentAddresses.retiredAt), lte(paymentAddresses.nextCheckAt, now)))
    .orderBy(paymentAddresses.nextCheckAt)
    .limit(limit)
    .for("update", { skipLocked: true });
  const rows = await db
    .update(paymentAddresses)
    .set({ nextCheckAt: later(now, CLAIM_MS) })
    .where(inArray(paymentAddresses.address, due))
    .returning({ address: paymentAddresses.address });
  return rows.map((row) => row.address);
}

/** Gives a claimed address back, to be asked about again as soon as the chain source answers. */
export async function releaseAddress(db: Db, address: string, now: Date): Promise<void> {
  await db
    .update(paymentAddresses)
    .set({ nextCheckAt: later(now, 1000) })
    .where(eq(paymentAddresses.address, address));
}

/** Sets when an address that was just asked about is asked about next. */
export async function scheduleNextCheck(
  db: Db,
  address: string,
  pace: WatchPace,
  now: Date,
): Promise<void> {
  const [row] = await db
    .select()
    .from(paymentAddresses)
    .where(eq(paymentAddresses.address, address));
  if (!row) return;
  const [quote] = await db
    .select({ endsAt: max(quotes.expiresAt) })
    .from(quotes)
    .where(eq(quotes.address, address));
  const [unburied] = await db
    .select({ txid: chainOutputs.txid })
    .from(chainOutputs)
    .where(
      and(eq(chainOutputs.address, address), outputsUpTo(FINAL_CONFIRMATIONS, await tipHeight(db))),
    )
    .limit(1);
  const seconds = secondsToNextCheck(
    {
      shared: row.checkoutId === null,
      unburiedMoney: unburied !== undefined,
      quoteEndsAt: quote?.endsAt ?? null,
    },
    pace,
    now,
  );
  // Decided by the row as it is when it is written: somebody may have opened the page in the meantime.
  const watched = sql`coalesce(${paymentAddresses.watchedUntil} > ${iso(now)}, false)`;
  const soon = iso(later(now, pace.watchedSeconds * 1000));
  const unwatched = iso(later(now, (seconds ?? 0) * 1000));
  await db
    .update(paymentAddresses)
    .set({
      lastCheckedAt: now,
      nextCheckAt: sql`case when ${watched} then ${soon} else ${unwatched} end`,
      ...(seconds === null && {
        retiredAt: sql`case when ${watched} then null else ${iso(now)} end`,
      }),
    })
    .where(eq(paymentAddresses.address, address));
}

/** At start: whatever was issued in the last 30 days may have been paid while we were away. */
export async function checkAllRecent(db: Db, now: Date): Promise<void> {
  await db
    .update(paymentAddresses)
    .set({ nextCheckAt: now, retiredAt: null })
    .where(
      or(
        isNull(paymentAddresses.checkoutId),
        gt(paymentAddresses.issuedAt, later(now, -WATCH_DAYS * 24 * 60 * 60_000)),
      ),
    );
}

/** From where a source that watches by itself is asked on; null to begin with. */
export async function newsCursor(db: Db): Promise<string | null> {
  const [tip] = await db.select({ cursor: chainTip.newsCursor }).from(chainTip);
  return tip?.cursor ?? null;
}

/** Addresses at which something happened are asked about at once, those that were given up too. */
export async function noteNews(db: Db, news: ChainNews, now: Date): Promise<void> {
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

/** After a new block: addresses with money that is not yet buried are asked about at once. */
export async function checkUnburied(db: Db, now: Date): Promise<void> {
  const addresses = db
    .select({ address: chainOutputs.address })
    .from(chainOutputs)
    .where(outputsUpTo(FINAL_CONFIRMATIONS, await tipHeight(db)));
  await db
    .update(paymentAddresses)
    .set({ nextCheckAt: now })
    .where(and(isNull(paymentAddresses.retiredAt), inArray(paymentAddresses.address, addresses)));
}

function later(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms);
}

function iso(date: Date) {
  return sql`${date.toISOString()}::timestamptz`;
}
