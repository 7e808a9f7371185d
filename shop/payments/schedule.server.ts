import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { chainOutputs, paymentAddresses, quotes } from "#db/schema/payments.server.ts";
import { outputsUpTo, tipHeight } from "./facts.server.ts";
import { FINAL_CONFIRMATIONS } from "./payments.server.ts";
import {
  DAY_SECONDS,
  OLD_SECONDS,
  RECENT_SECONDS,
  secondsToNextCheck,
  WATCH_DAYS,
  type WatchPace,
} from "./watching.ts";

/** For how long a claimed address is left to who claimed it; a server that dies leaves it to the next after that. */
const CLAIM_MS = 30_000;

/** An address that is to be asked about, and whether money was ever seen on it. */
export interface DueAddress {
  address: string;
  hadMoney: boolean;
}

/**
 * Takes up to `limit` addresses that are due, so that no other instance asks about them too: those whose page is
 * open first, then those that waited longest.
 */
export async function claimDueAddresses(db: Db, limit: number, now: Date): Promise<DueAddress[]> {
  const due = db
    .select({ address: paymentAddresses.address })
    .from(paymentAddresses)
    .where(and(isNull(paymentAddresses.retiredAt), lte(paymentAddresses.nextCheckAt, now)))
    .orderBy(desc(isWatched(now)), paymentAddresses.nextCheckAt)
    .limit(limit)
    .for("update", { skipLocked: true });
  return db
    .update(paymentAddresses)
    .set({ nextCheckAt: later(now, CLAIM_MS / 1000) })
    .where(inArray(paymentAddresses.address, due))
    .returning({
      address: paymentAddresses.address,
      hadMoney: sql<boolean>`exists ${db
        .select({ one: sql`1` })
        .from(chainOutputs)
        .where(eq(chainOutputs.address, paymentAddresses.address))}`,
    });
}

/** Gives claimed addresses back, to be asked about again a second later. */
export async function releaseAddresses(
  db: Db,
  addresses: readonly string[],
  now: Date,
): Promise<void> {
  if (addresses.length === 0) return;
  await db
    .update(paymentAddresses)
    .set({ nextCheckAt: later(now, 1) })
    .where(inArray(paymentAddresses.address, [...addresses]));
}

/** Sets when addresses that were just asked about are asked about next. */
export async function scheduleNextChecks(
  db: Db,
  addresses: readonly string[],
  pace: WatchPace,
  now: Date,
): Promise<void> {
  if (addresses.length === 0) return;
  const unburied = db
    .select({ one: sql`1` })
    .from(chainOutputs)
    .where(
      and(
        eq(chainOutputs.address, paymentAddresses.address),
        outputsUpTo(FINAL_CONFIRMATIONS, await tipHeight(db)),
      ),
    );
  const rows = await db
    .select({
      address: paymentAddresses.address,
      checkoutId: paymentAddresses.checkoutId,
      unburiedMoney: sql<boolean>`exists ${unburied}`,
      quoteEndsAt: sql`${lastQuoteEnd(db)}`.mapWith(quotes.expiresAt),
    })
    .from(paymentAddresses)
    .where(inArray(paymentAddresses.address, [...addresses]));
  const byWait = Map.groupBy(rows, ({ checkoutId, ...facts }) =>
    secondsToNextCheck({ ...facts, shared: checkoutId === null }, pace, now),
  );
  for (const [seconds, group] of byWait)
    await setNextCheck(
      db,
      group.map(({ address }) => address),
      { seconds, pace, now },
    );
}

async function setNextCheck(
  db: Db,
  addresses: string[],
  { seconds, pace, now }: { seconds: number | null; pace: WatchPace; now: Date },
): Promise<void> {
  // Decided by the row as it is when it is written: somebody may have opened the page in the meantime.
  const watched = isWatched(now);
  const soon = iso(later(now, pace.watchedSeconds));
  const unwatched = iso(later(now, seconds ?? 0));
  await db
    .update(paymentAddresses)
    .set({
      lastCheckedAt: now,
      nextCheckAt: sql`case when ${watched} then ${soon} else ${unwatched} end`,
      ...(seconds === null && {
        retiredAt: sql`case when ${watched} then null else ${iso(now)} end`,
      }),
    })
    .where(inArray(paymentAddresses.address, addresses));
}

/** At start: what a clock that was ahead has put off or given up, of what was issued in the last 30 days, is due. */
export async function undoWrongClock(db: Db, now: Date): Promise<void> {
  const { checkoutId, issuedAt, retiredAt, lastCheckedAt } = paymentAddresses;
  await db
    .update(paymentAddresses)
    .set({ nextCheckAt: now, retiredAt: null })
    .where(
      and(
        or(isNull(checkoutId), gt(issuedAt, later(now, -WATCH_DAYS * DAY_SECONDS))),
        or(isNotNull(retiredAt), gt(lastCheckedAt, now)),
      ),
    );
}

/** After a restore: whatever was still expected at `then` is due, however long ago that is. */
export async function checkExpectedAt(db: Db, then: Date): Promise<void> {
  const { checkoutId, issuedAt } = paymentAddresses;
  await db
    .update(paymentAddresses)
    .set({ nextCheckAt: then, retiredAt: null })
    .where(or(isNull(checkoutId), gt(issuedAt, later(then, -WATCH_DAYS * DAY_SECONDS))));
}

/**
 * After a start or an outage: what should have been asked about meanwhile is spread over the time in which each of
 * it is asked about once, with what is due soon anyway; those whose page is open first, then in their order. All at
 * once it would be a burst, and the same burst each time after.
 */
export async function spreadOverdue(db: Db, pace: WatchPace, now: Date): Promise<void> {
  const at = iso(now);
  await db.execute(sql`
    -- What another instance is at work on is left to it.
    with due as materialized (
      select address, checkout_id, next_check_at, coalesce(watched_until > ${at}, false) as watched
      from payment_addresses
      where retired_at is null and next_check_at <= ${iso(later(now, pace.openSeconds))}
      for update skip locked
    ), unburied as (
      select address from chain_outputs where ${outputsUpTo(FINAL_CONFIRMATIONS, await tipHeight(db))}
    ), paced as (
      select address, watched, next_check_at,
        -- As secondsToNextCheck has it.
        case when checkout_id is null or ends_at is null or ends_at >= ${at} or address in (select * from unburied)
          then ${pace.openSeconds}::float8
          when ends_at >= ${iso(later(now, -DAY_SECONDS))} then ${RECENT_SECONDS}
          else ${OLD_SECONDS} end as seconds
      from due
      left join lateral (
        select max(q.expires_at) as ends_at from quotes q
        where q.address = due.address and q.checkout_id = due.checkout_id
      ) last_quote on true
    ), placed as (
      select address, seconds * (row_number() over (
        partition by seconds order by watched desc, next_check_at) - 1) / count(*) over (partition by seconds) as wait
      from paced where next_check_at <= ${at} or seconds = ${pace.openSeconds}::float8
    )
    update payment_addresses a
    set next_check_at = ${at} + make_interval(secs => placed.wait)
    from placed where placed.address = a.address`);
}

/** When the last quote on an address of a checkout's own ends; null without one. */
function lastQuoteEnd(db: Db) {
  return db
    .select({ endsAt: sql`max(${quotes.expiresAt})` })
    .from(quotes)
    .where(
      and(
        eq(quotes.address, paymentAddresses.address),
        eq(quotes.checkoutId, paymentAddresses.checkoutId),
      ),
    );
}

function isWatched(now: Date) {
  return sql`coalesce(${paymentAddresses.watchedUntil} > ${iso(now)}, false)`;
}

function later(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}

function iso(date: Date) {
  return sql`${date.toISOString()}::timestamptz`;
}
