import {
  and,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { chainOutputs, paymentAddresses, quotes } from "../tables.ts";
import { hasAtMostConfirmations } from "../facts.server.ts";
import { FINAL_CONFIRMATIONS } from "../model/payment.ts";
import {
  DAY_SECONDS,
  OLD_SECONDS,
  RECENT_SECONDS,
  WATCH_DAYS,
  type PollIntervals,
} from "./poll-intervals.ts";
import { addMs, addSeconds } from "#lib/time.ts";

/** How long a claim holds; after a crash another instance takes the address over. */
const CLAIM_MS = 30_000;

/** An address that is due for polling. */
export interface DueAddress {
  address: string;
  /** True while its page is open in a browser. */
  watched: boolean;
  /** True when it ever received an output. */
  hadMoney: boolean;
}

/**
 * Claims up to `limit` due addresses, so that no other instance polls them: those with an open page first, then the
 * longest overdue. Not a plain claim of due rows, because it orders by two indexes.
 */
export async function claimDueAddresses(db: Db, limit: number, now: Date): Promise<DueAddress[]> {
  const due = and(isNull(paymentAddresses.retiredAt), lte(paymentAddresses.nextCheckAt, now));
  const columns = {
    address: paymentAddresses.address,
    nextCheckAt: paymentAddresses.nextCheckAt,
    watched: isWatched(iso(now)).as("watched"),
  };
  // The planner overestimates how many addresses are due, as its statistics lag behind. Walking the index up to a
  // limit, then updating by key, avoids a full scan.
  const longest = db
    .$with("longest")
    .as(
      db
        .select(columns)
        .from(paymentAddresses)
        .where(due)
        .orderBy(paymentAddresses.nextCheckAt)
        .limit(limit)
        .for("no key update", { skipLocked: true }),
    );
  // Open pages are searched for separately only when more is due than is claimed.
  const open = db.$with("open").as(
    db
      .select(columns)
      .from(paymentAddresses)
      .where(and(due, isWatched(iso(now)), sql`(select count(*) from ${longest}) >= ${limit}::int`))
      .for("no key update", { skipLocked: true }),
  );
  const chosen = sql`
    select address from (select * from ${longest} union select * from ${open}) as found
    order by watched desc, next_check_at limit ${limit}`;
  return db
    .with(longest, open)
    .update(paymentAddresses)
    .set({ nextCheckAt: addMs(now, CLAIM_MS) })
    .where(sql`${paymentAddresses.address} = any(array(${chosen}))`)
    .returning({
      address: paymentAddresses.address,
      watched: isWatched(iso(now)),
      hadMoney: sql<boolean>`exists ${db
        .select({ one: sql`1` })
        .from(chainOutputs)
        .where(eq(chainOutputs.address, paymentAddresses.address))}`,
    });
}

/** Returns how many requests are expected within the next `openSeconds`, including overdue ones. */
export async function countExpectedRequests(
  db: Db,
  intervals: PollIntervals,
  now: Date,
): Promise<number> {
  const [ahead] = await db
    .select({
      addresses: count(),
      watched: sql`count(*) filter (where ${isWatched(iso(now))})`.mapWith(Number),
    })
    .from(paymentAddresses)
    .where(
      and(
        isNull(paymentAddresses.retiredAt),
        lte(paymentAddresses.nextCheckAt, addSeconds(now, intervals.openSeconds)),
      ),
    );
  const { addresses = 0, watched = 0 } = ahead ?? {};
  return addresses - watched + (watched * intervals.openSeconds) / intervals.watchedSeconds;
}

/** Releases claimed addresses, due again one second later. */
export async function releaseAddresses(
  db: Db,
  addresses: readonly string[],
  now: Date,
): Promise<void> {
  if (addresses.length === 0) return;
  await db
    .update(paymentAddresses)
    .set({ nextCheckAt: addSeconds(now, 1) })
    .where(inArray(paymentAddresses.address, [...addresses]));
}

/** Schedules the next poll of addresses that were just polled, and retires those that are finished. */
export async function scheduleNextChecks(
  db: Db,
  addresses: readonly string[],
  intervals: PollIntervals,
  now: Date,
): Promise<void> {
  if (addresses.length === 0) return;
  const at = iso(now);
  const watched = isWatched(at);
  const openSeconds = sql`${intervals.openSeconds}::float8`;
  // Computed from the row at update time: its page may have been opened meanwhile.
  await db.execute(sql`
    update ${paymentAddresses} set last_checked_at = ${at}, (next_check_at, retired_at) = (
      select
        ${at} + make_interval(secs => case when ${watched} then ${intervals.watchedSeconds}::float8 else coalesce(seconds, 0) end),
        case when seconds is null and not ${watched} then ${at} end
      from (${unwatchedSeconds(openSeconds, at)}) as wait
    )
    where address = any(${sql.param(addresses)}::text[])`);
}

/** Makes addresses due that a clock ahead of time postponed or retired, if they were issued in the last 30 days. */
export async function undoWrongClock(db: Db, now: Date): Promise<void> {
  const { checkoutId, issuedAt, retiredAt, lastCheckedAt } = paymentAddresses;
  await db
    .update(paymentAddresses)
    .set({ nextCheckAt: now, retiredAt: null })
    .where(
      and(
        or(isNull(checkoutId), gt(issuedAt, addSeconds(now, -WATCH_DAYS * DAY_SECONDS))),
        or(isNotNull(retiredAt), gt(lastCheckedAt, now)),
      ),
    );
}

/** Makes every address due that was still watched at `then`; called after a restore. */
export async function checkExpectedAt(db: Db, then: Date): Promise<void> {
  const { checkoutId, issuedAt } = paymentAddresses;
  await db
    .update(paymentAddresses)
    .set({ nextCheckAt: then, retiredAt: null })
    .where(or(isNull(checkoutId), gt(issuedAt, addSeconds(then, -WATCH_DAYS * DAY_SECONDS))));
}

/**
 * Staggers overdue polls after a start or an outage over one interval, together with those due soon: open pages
 * first, then the longest overdue. Otherwise they would form a burst that repeats after each interval.
 */
export async function staggerOverdueChecks(
  db: Db,
  intervals: PollIntervals,
  now: Date,
): Promise<void> {
  const at = iso(now);
  const openSeconds = sql`${intervals.openSeconds}::float8`;
  await db.execute(sql`
    -- Rows claimed by another instance are skipped.
    with due as materialized (
      select address, next_check_at, ${isWatched(at)} as watched,
        coalesce((${unwatchedSeconds(openSeconds, at)}), ${OLD_SECONDS}) as seconds
      from ${paymentAddresses}
      where retired_at is null and next_check_at <= ${iso(addSeconds(now, intervals.openSeconds))}
      for no key update skip locked
    ), placed as (
      select address, seconds * (row_number() over (
        partition by seconds order by watched desc, next_check_at) - 1) / count(*) over (partition by seconds) as wait
      from due where next_check_at <= ${at} or seconds = ${openSeconds}
    )
    update payment_addresses a
    set next_check_at = ${at} + make_interval(secs => placed.wait)
    from placed where placed.address = a.address`);
}

/**
 * Returns, as `seconds`, the poll interval of an address without an open page; null to retire it. An address that
 * several checkouts had is polled for all of their quotes.
 */
function unwatchedSeconds(openSeconds: SQL, now: SQL) {
  const ago = (seconds: number) => sql`${now} - make_interval(secs => ${seconds})`;
  const { address, checkoutId, key } = paymentAddresses;
  const fixed = sql`${checkoutId} is null and ${key} is null`;
  const ended = sql`max(${quotes.expiresAt})`;
  const hasUnfinalizedOutputs = sql`exists (
    select 1 from ${chainOutputs}
    where ${chainOutputs.address} = ${address} and ${hasAtMostConfirmations(FINAL_CONFIRMATIONS)})`;
  return sql`
    select case
      -- The fixed address serves the next buyer too: it is never finished.
      when (${fixed}) or coalesce(${ended} >= ${now}, true) or ${hasUnfinalizedOutputs}
        then ${openSeconds}
      when ${ended} >= ${ago(DAY_SECONDS)} then ${RECENT_SECONDS}
      when ${ended} >= ${ago(WATCH_DAYS * DAY_SECONDS)} then ${OLD_SECONDS}
    end as seconds
    from ${quotes} where ${quotes.address} = ${address} and not (${fixed})`;
}

function isWatched(now: SQL) {
  return sql<boolean>`coalesce(${paymentAddresses.watchedUntil} > ${now}, false)`;
}

function iso(date: Date) {
  return sql`${date.toISOString()}::timestamptz`;
}
