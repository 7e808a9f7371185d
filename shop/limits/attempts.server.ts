import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { attempts } from "./tables.ts";
import { clientKey, SITE_FACTOR, siteOf } from "#lib/network.ts";
import { addMs, DAY_MS } from "#lib/time.ts";
import type { Limit } from "./limits.server.ts";

interface Counted {
  limit: Limit;
  who: string;
}

/** Returns the limit of the site that an IPv6 address is in. */
function siteLimit({ limit, who }: Counted): Counted | null {
  const site = siteOf(who);
  const wide = { ...limit, name: `${limit.name}-site`, max: limit.max * SITE_FACTOR };
  return site === null ? null : { limit: wide, who: site };
}

/** What is left of a limit after one more try. */
export interface Allowance {
  allowed: boolean;
  max: number;
  remaining: number;
  /** Seconds until the next window begins. */
  seconds: number;
}

/** The last attempt of each key that this process is taking, by database or transaction. */
const lastAttempts = new WeakMap<Db, Map<string, Promise<Allowance>>>();

/**
 * Takes one attempt of a limit; at the limit none is taken. Call it before the work that it limits: of many attempts at once,
 * only those that the limit has room for then begin. Counts are shared by all instances.
 *
 * Attempts of one key wait for each other here instead of for the lock of its row, and a refusal refuses those that wait:
 * otherwise a flood of one client holds all connections to the database.
 */
export async function takeAttempt(
  db: Db,
  limit: Limit,
  who: string,
  now: Date,
): Promise<Allowance> {
  const ofKeys = lastAttempts.get(db) ?? new Map<string, Promise<Allowance>>();
  lastAttempts.set(db, ofKeys);
  const { key, windowStart } = keyOf(limit, who, now);
  const id = `${key} ${windowStart.getTime()}`;
  const before = ofKeys.get(id);
  const own = (before ?? Promise.resolve(null)).then((last) =>
    last?.allowed === false ? last : countAttempt(db, limit, who, now),
  );
  ofKeys.set(id, own);
  try {
    return await own;
  } finally {
    if (ofKeys.get(id) === own) ofKeys.delete(id);
  }
}

async function countAttempt(db: Db, limit: Limit, who: string, now: Date): Promise<Allowance> {
  const [count] = await takeAttempts(db, [{ limit, who }], now);
  const { max } = limit;
  const remaining = count ? max - count : 0;
  return { allowed: count !== null, max, remaining, seconds: secondsLeft(limit, now) };
}

/**
 * Takes one attempt of each of several different limits. Returns the count of each, this one included; null for those at
 * their limit, of which none is taken. Inside a transaction, where attempts wait for each other anyway.
 */
export async function takeAttempts(
  db: Db,
  counted: readonly Counted[],
  now: Date,
): Promise<(number | null)[]> {
  const counts = await incrementEach(db, counted, now);
  // Not together: a network at its limit would use up what its site has.
  const sites = counted.map((one, index) => (counts[index] === null ? null : siteLimit(one)));
  const taken = await incrementEach(
    db,
    sites.filter((site) => site !== null),
    now,
  );
  return counts.map((count, index) => (sites[index] && taken.shift() === null ? null : count));
}

/** Increments each of several different limits in one statement; returns the counts, null for those at their limit. */
async function incrementEach(
  db: Db,
  counted: readonly Counted[],
  now: Date,
): Promise<(number | null)[]> {
  if (counted.length === 0) return [];
  const rows = counted.map(({ limit, who }) => ({ ...keyOf(limit, who, now), max: limit.max }));
  const maxOf = sql.join(
    rows.map(({ key, max }) => sql`when ${key} then ${max}::int`),
    sql` `,
  );
  const taken = await db
    .insert(attempts)
    .values(rows.map(({ key, windowStart }) => ({ key, windowStart, count: 1 })))
    .onConflictDoUpdate({
      target: [attempts.key, attempts.windowStart],
      set: { count: sql`${attempts.count} + 1` },
      setWhere: sql`${attempts.count} < case ${attempts.key} ${maxOf} end`,
    })
    .returning({ key: attempts.key, count: attempts.count });
  return rows.map(({ key }) => taken.find((row) => row.key === key)?.count ?? null);
}

/** Takes one attempt of a limit; returns the seconds to wait at the limit, else 0. */
export async function takeOnce(db: Db, limit: Limit, who: string, now: Date): Promise<number> {
  const { allowed, seconds } = await takeAttempt(db, limit, who, now);
  return allowed ? 0 : seconds;
}

/** Returns how many attempts of a limit were taken in this window. */
export async function countAttempts(db: Db, limit: Limit, who: string, now: Date): Promise<number> {
  const { key, windowStart } = keyOf(limit, who, now);
  const [row] = await db
    .select({ count: attempts.count })
    .from(attempts)
    .where(and(eq(attempts.key, key), eq(attempts.windowStart, windowStart)));
  return row?.count ?? 0;
}

/** Gives an attempt back that succeeded, where only failures count; `now` is that of the attempt. */
export async function giveBack(db: Db, limit: Limit, who: string, now: Date): Promise<void> {
  const own = { limit, who };
  for (const counted of [own, siteLimit(own)]) {
    if (!counted) continue;
    const { key, windowStart } = keyOf(counted.limit, counted.who, now);
    await db
      .update(attempts)
      .set({ count: sql`${attempts.count} - 1` })
      .where(
        and(eq(attempts.key, key), eq(attempts.windowStart, windowStart), gt(attempts.count, 0)),
      );
  }
}

/** Deletes windows that began more than a day ago. */
export async function forgetOldAttempts(db: Db, now: Date): Promise<void> {
  await db.delete(attempts).where(lt(attempts.windowStart, addMs(now, -DAY_MS)));
}

/** Returns the key of a row; the network addresses of one connection share it. */
function keyOf(limit: Limit, who: string, now: Date): { key: string; windowStart: Date } {
  return { key: `${limit.name}:${clientKey(who)}`, windowStart: startOfWindow(limit, now) };
}

/** Returns the seconds until the window ends. */
function secondsLeft(limit: Limit, now: Date): number {
  const end = startOfWindow(limit, now).getTime() + limit.windowSeconds * 1000;
  return Math.ceil((end - now.getTime()) / 1000);
}

function startOfWindow(limit: Limit, now: Date): Date {
  const ms = limit.windowSeconds * 1000;
  return new Date(Math.floor(now.getTime() / ms) * ms);
}
