import { and, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { attempts } from "./tables.ts";
import { clientKey } from "#lib/network.ts";
import { addMs, DAY_MS } from "#lib/time.ts";

export interface Limit {
  /** Names the limited action; the stored key adds the subject. */
  name: string;
  max: number;
  windowSeconds: number;
}

/** Failed order lookups by network address; those with an email also by order. */
export const trackingLimit: Limit = { name: "track", max: 20, windowSeconds: 600 };
export const trackingByOrder: Limit = { name: "track-order", max: 100, windowSeconds: 3600 };

/** Changes of the address for a refund, by order. */
export const refundAddressByOrder: Limit = {
  name: "refund-address",
  max: 20,
  windowSeconds: 3600,
};

/** Sign-ins and other password checks, by network address and by account. */
export const signInByAddress: Limit = { name: "sign-in-from", max: 200, windowSeconds: 600 };
export const signInByAccount: Limit = { name: "sign-in-as", max: 20, windowSeconds: 600 };

/** Password resets by a mailed link, by network address. */
export const resetByAddress: Limit = { name: "reset-from", max: 50, windowSeconds: 3600 };

/** Registrations and mails with links, by network address and by email address. */
export const registrationByAddress: Limit = {
  name: "register-from",
  max: 200,
  windowSeconds: 3600,
};
export const registrationByEmail: Limit = { name: "register-as", max: 10, windowSeconds: 3600 };
export const mailByAddress: Limit = { name: "mail-from", max: 200, windowSeconds: 3600 };
export const mailByAccount: Limit = { name: "mail-to", max: 10, windowSeconds: 3600 };

/** First quotes of checkouts, by network address. */
export const checkoutByAddress: Limit = { name: "checkout-from", max: 300, windowSeconds: 3600 };

/** Provider webhooks with an invalid signature, by network address. */
export const messageByAddress: Limit = { name: "message-from", max: 60, windowSeconds: 600 };

/** Newsletter subscriptions, by network address and by email address. */
export const subscribeByAddress: Limit = {
  name: "subscribe-from",
  max: 100,
  windowSeconds: 3600,
};
export const subscribeByEmail: Limit = { name: "subscribe-as", max: 5, windowSeconds: 3600 };

/** API requests by key, and those with an invalid key by network address. */
export const apiByKey: Limit = { name: "api-key", max: 300, windowSeconds: 60 };
export const apiRefusedByAddress: Limit = { name: "api-refused-from", max: 120, windowSeconds: 60 };

/** Returns the seconds until the next attempt is allowed, 0 for at once. Counts are shared by all instances. */
export async function secondsBlocked(
  db: Db,
  limit: Limit,
  who: string,
  now: Date,
): Promise<number> {
  const windowStart = startOfWindow(limit, now);
  const [row] = await db
    .select({ count: attempts.count })
    .from(attempts)
    .where(and(eq(attempts.key, keyOf(limit, who)), eq(attempts.windowStart, windowStart)));
  return row && row.count >= limit.max ? secondsLeft(limit, now) : 0;
}

/** The state of a limit after an attempt. */
export interface Allowance {
  allowed: boolean;
  max: number;
  remaining: number;
  /** Seconds until the window ends and the limit is restored. */
  seconds: number;
}

/** Counts an attempt; returns whether it is allowed and how many remain. */
export async function spendOne(db: Db, limit: Limit, who: string, now: Date): Promise<Allowance> {
  // Counted before the check, so that concurrent attempts cannot exceed the limit.
  const count = await countAttempt(db, limit, who, now);
  const { max } = limit;
  const seconds = secondsLeft(limit, now);
  return { allowed: count <= max, max, remaining: Math.max(0, max - count), seconds };
}

/** Counts an attempt; returns 0 if it is allowed, and otherwise the seconds to wait. */
export async function tryOnce(db: Db, limit: Limit, who: string, now: Date): Promise<number> {
  const { allowed, seconds } = await spendOne(db, limit, who, now);
  return allowed ? 0 : seconds;
}

/** Counts an attempt; returns how many there were in this window. */
export async function countAttempt(db: Db, limit: Limit, who: string, now: Date): Promise<number> {
  const windowStart = startOfWindow(limit, now);
  const [row] = await db
    .insert(attempts)
    .values({ key: keyOf(limit, who), windowStart, count: 1 })
    .onConflictDoUpdate({
      target: [attempts.key, attempts.windowStart],
      set: { count: sql`${attempts.count} + 1` },
    })
    .returning({ count: attempts.count });
  return row?.count ?? 1;
}

/** Deletes windows that began more than a day ago. */
export async function forgetOldAttempts(db: Db, now: Date): Promise<void> {
  await db.delete(attempts).where(lt(attempts.windowStart, addMs(now, -DAY_MS)));
}

/** Returns the stored key. All IPv6 addresses of one connection share a key. */
function keyOf(limit: Limit, who: string): string {
  return `${limit.name}:${clientKey(who)}`;
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
