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
import { prepared } from "#db/query.server.ts";
import { chainOutputs, paymentAddresses, quotes } from "../tables.ts";
import { hasAtMostConfirmations } from "../facts.server.ts";
import { FINAL_CONFIRMATIONS } from "../payments.server.ts";
import {
  DAY_SECONDS,
  OLD_SECONDS,
  RECENT_SECONDS,
  WATCH_DAYS,
  type PollIntervals,
} from "./poll-intervals.ts";
import { addMs, addSeconds } from "#lib/time.ts";

/** For how long a claimed address is left to who claimed it; a server that dies leaves it to the next after that. */
const CLAIM_MS = 30_000;

/** An address that is to be asked about. */
export interface DueAddress {
  address: string;
  /** Whether somebody has its page open. */
  watched: boolean;
  /** Whether money was ever seen on it. */
  hadMoney: boolean;
}

/**
 * Takes up to `limit` addresses that are due, so that no other instance asks about them too: those whose page is
 * open first, then those that waited longest.
 */
export async function claimDueAddresses(db: Db, limit: number, now: Date): Promise<DueAddress[]> {
  const until = addMs(now, CLAIM_MS);
  return claim(db).execute({ limit, now: now.toISOString(), until: until.toISOString() });
}

const claim = prepared((db) => {
  const limit = sql.placeholder("limit");
  const now = sql`${sql.placeholder("now")}::timestamptz`;
  const due = and(
    isNull(paymentAddresses.retiredAt),
    sql`${paymentAddresses.nextCheckAt} <= ${now}`,
  );
  const columns = {
    address: paymentAddresses.address,
    nextCheckAt: paymentAddresses.nextCheckAt,
    watched: isWatched(now).as("watched"),
  };
  // The database guesses far too high how much is due, as its knowledge of the times is older than they are. A walk
  // along the index up to a limit, and then by keys, is the one way that does not read the whole table for it.
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
  // Whose page is open has to be looked for only where more is due than is taken.
  const open = db.$with("open").as(
    db
      .select(columns)
      .from(paymentAddresses)
      .where(and(due, isWatched(now), sql`(select count(*) from ${longest}) >= ${limit}::int`))
      .for("no key update", { skipLocked: true }),
  );
  const chosen = sql`
    select address from (select * from ${longest} union select * from ${open}) as found
    order by watched desc, next_check_at limit ${limit}`;
  return db
    .with(longest, open)
    .update(paymentAddresses)
    .set({ nextCheckAt: sql`${sql.placeholder("until")}::timestamptz` })
    .where(sql`${paymentAddresses.address} = any(array(${chosen}))`)
    .returning({
      address: paymentAddresses.address,
      watched: isWatched(now),
      hadMoney: sql<boolean>`exists ${db
        .select({ one: sql`1` })
        .from(chainOutputs)
        .where(eq(chainOutputs.address, paymentAddresses.address))}`,
    })
    .prepare("claim_due_addresses");
});

/** How many questions the next `openSeconds` of the intervals bring, with those that are overdue. */
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

/** Gives claimed addresses back, to be asked about again a second later. */
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

/** Sets when addresses that were just asked about are asked about next, and which of them never again. */
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
  // By the row as it is when it is written: somebody may have opened the page in the meantime.
  await db.execute(sql`
    update ${paymentAddresses} set last_checked_at = ${at}, (next_check_at, retired_at) = (
      select
        ${at} + make_interval(secs => case when ${watched} then ${intervals.watchedSeconds}::float8 else coalesce(seconds, 0) end),
        case when seconds is null and not ${watched} then ${at} end
      from (${unwatchedSeconds(openSeconds, at)}) as wait
    )
    where address = any(${sql.param(addresses)}::text[])`);
}

/** At start: what a clock that was ahead has put off or given up, of what was issued in the last 30 days, is due. */
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

/** After a restore: whatever was still expected at `then` is due, however long ago that is. */
export async function checkExpectedAt(db: Db, then: Date): Promise<void> {
  const { checkoutId, issuedAt } = paymentAddresses;
  await db
    .update(paymentAddresses)
    .set({ nextCheckAt: then, retiredAt: null })
    .where(or(isNull(checkoutId), gt(issuedAt, addSeconds(then, -WATCH_DAYS * DAY_SECONDS))));
}

/**
 * After a start or an outage: what should have been asked about meanwhile is spread over the time in which each of
 * it is asked about once, with what is due soon anyway; those whose page is open first, then in their order. All at
 * once it would be a burst, and the same burst each time after.
 */
export async function staggerOverdueChecks(
  db: Db,
  intervals: PollIntervals,
  now: Date,
): Promise<void> {
  const at = iso(now);
  const openSeconds = sql`${intervals.openSeconds}::float8`;
  await db.execute(sql`
    -- What another instance is at work on is left to it.
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

/** As `seconds`, how long an address that nobody watches waits for the next check; null when nothing more is expected of it. */
function unwatchedSeconds(openSeconds: SQL, now: SQL) {
  const ago = (seconds: number) => sql`${now} - make_interval(secs => ${seconds})`;
  const { address, checkoutId } = paymentAddresses;
  const ended = sql`max(${quotes.expiresAt})`;
  const unburied = sql`exists (
    select 1 from ${chainOutputs}
    where ${chainOutputs.address} = ${address} and ${hasAtMostConfirmations(FINAL_CONFIRMATIONS)})`;
  return sql`
    select case
      -- The fixed address serves the next buyer too: it is never finished.
      when ${checkoutId} is null or coalesce(${ended} >= ${now}, true) or ${unburied}
        then ${openSeconds}
      when ${ended} >= ${ago(DAY_SECONDS)} then ${RECENT_SECONDS}
      when ${ended} >= ${ago(WATCH_DAYS * DAY_SECONDS)} then ${OLD_SECONDS}
    end as seconds
    from ${quotes} where ${quotes.address} = ${address} and ${quotes.checkoutId} = ${checkoutId}`;
}

function isWatched(now: SQL) {
  return sql<boolean>`coalesce(${paymentAddresses.watchedUntil} > ${now}, false)`;
}

function iso(date: Date) {
  return sql`${date.toISOString()}::timestamptz`;
}
