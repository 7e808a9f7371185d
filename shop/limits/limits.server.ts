import { and, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { attempts } from "./tables.ts";
import { clientKey } from "#lib/network.ts";
import { addMs, DAY_MS } from "#lib/time.ts";

export interface Limit {
  /** Names what is limited; the key adds for whom. */
  name: string;
  max: number;
  windowSeconds: number;
}

/** Failed tries to find an order, by network address; with an email also by the order that it is tried for. */
export const trackingLimit: Limit = { name: "track", max: 20, windowSeconds: 600 };
export const trackingByOrder: Limit = { name: "track-order", max: 100, windowSeconds: 3600 };

/** Sign-ins and other askings for a password, by network address and by the account they are about. */
export const signInByAddress: Limit = { name: "sign-in-from", max: 200, windowSeconds: 600 };
export const signInByAccount: Limit = { name: "sign-in-as", max: 20, windowSeconds: 600 };

/** New passwords set by a link in a mail, by network address. */
export const resetByAddress: Limit = { name: "reset-from", max: 50, windowSeconds: 3600 };

/** Registrations and mails with links, by network address and by the email address they are about. */
export const registrationByAddress: Limit = {
  name: "register-from",
  max: 200,
  windowSeconds: 3600,
};
export const registrationByEmail: Limit = { name: "register-as", max: 10, windowSeconds: 3600 };
export const mailByAddress: Limit = { name: "mail-from", max: 200, windowSeconds: 3600 };
export const mailByAccount: Limit = { name: "mail-to", max: 10, windowSeconds: 3600 };

/** Checkouts that are given an amount to pay for the first time, by network address. */
export const checkoutByAddress: Limit = { name: "checkout-from", max: 300, windowSeconds: 3600 };

/** Messages in the name of a service that takes payments which are not its own, by network address. */
export const messageByAddress: Limit = { name: "message-from", max: 60, windowSeconds: 600 };

/** Subscriptions to the newsletter, by network address, and by whom the mail goes to. */
export const subscribeByAddress: Limit = {
  name: "subscribe-from",
  max: 100,
  windowSeconds: 3600,
};
export const subscribeByEmail: Limit = { name: "subscribe-as", max: 5, windowSeconds: 3600 };

/** Requests of programs, by key, and those with a key that opens nothing, by network address. */
export const apiByKey: Limit = { name: "api-key", max: 300, windowSeconds: 60 };
export const apiRefusedByAddress: Limit = { name: "api-refused-from", max: 120, windowSeconds: 60 };

/** Seconds until this one may try again; 0 while it may. Counts are shared by all instances. */
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

/** What one more try has left of a limit. */
export interface Allowance {
  allowed: boolean;
  max: number;
  left: number;
  /** Until all of it is there again. */
  seconds: number;
}

/** Counts one try, and says whether it was allowed and what is left for others. */
export async function spendOne(db: Db, limit: Limit, who: string, now: Date): Promise<Allowance> {
  // Counted before it is looked at, so that many tries at once do not all find room.
  const count = await countAttempt(db, limit, who, now);
  const { max } = limit;
  const seconds = secondsLeft(limit, now);
  return { allowed: count <= max, max, left: Math.max(0, max - count), seconds };
}

/** Counts one try, and returns the seconds until the next is allowed; 0 while this one still was. */
export async function tryOnce(db: Db, limit: Limit, who: string, now: Date): Promise<number> {
  const { allowed, seconds } = await spendOne(db, limit, who, now);
  return allowed ? 0 : seconds;
}

/** Counts one try; returns how many there were in this window. */
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

/** Forgets windows that ended more than a day ago. */
export async function forgetOldAttempts(db: Db, now: Date): Promise<void> {
  await db.delete(attempts).where(lt(attempts.windowStart, addMs(now, -DAY_MS)));
}

/** Network addresses of one connection count as one. */
function keyOf(limit: Limit, who: string): string {
  return `${limit.name}:${clientKey(who)}`;
}

/** Seconds until the next window begins. */
function secondsLeft(limit: Limit, now: Date): number {
  const end = startOfWindow(limit, now).getTime() + limit.windowSeconds * 1000;
  return Math.ceil((end - now.getTime()) / 1000);
}

function startOfWindow(limit: Limit, now: Date): Date {
  const ms = limit.windowSeconds * 1000;
  return new Date(Math.floor(now.getTime() / ms) * ms);
}
