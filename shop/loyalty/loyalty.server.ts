import { and, asc, count, desc, eq, inArray, isNull, ne, sql, sum } from "drizzle-orm";
import { alias, union } from "drizzle-orm/pg-core";
import type { Db } from "#db/client.server.ts";
import { users } from "../accounts/tables.ts";
import { ledger } from "./tables.ts";
import { orderEvents, orders } from "../orders/tables.ts";
import { localDate } from "#lib/days.ts";
import { normalizeEmail } from "#lib/email.ts";
import type { LoyaltyView } from "./loyalty.ts";
import { readSettings } from "../settings/settings.server.ts";
import { readFormerReferral } from "./former-referrals.server.ts";
import { creditEarnings } from "./earned-credit.server.ts";
import {
  birthdayPoints,
  birthdaysOn,
  corrections,
  entriesFor,
  type CountedOrder,
  nextTierAt,
  type OrderEntry,
  type Referral,
  tierOf,
} from "./loyalty.ts";

/** How many ledger rows are shown. */
const SHOWN_ROWS = 100;

/**
 * Reconciles the ledger with an order. After its email was corrected, also with the other orders of the emails before: another
 * one may now be the first. Idempotent.
 */
export async function reconcileOrder(db: Db, orderId: string, now: Date): Promise<void> {
  const current = db.select({ email: orders.email }).from(orders).where(eq(orders.id, orderId));
  const isCorrection = and(eq(orderEvents.orderId, orderId), eq(orderEvents.type, "email"));
  const before = db
    .select({ email: sql<string>`${orderEvents.data} ->> 'from'` })
    .from(orderEvents)
    .where(isCorrection);
  const rows = await union(current, before);
  for (const email of new Set(rows.map(({ email }) => normalizeEmail(email))))
    await reconcileEmail(db, email, now);
}

/**
 * Reconciles the ledger with all orders of a user and of the friends they were rewarded for: after their email was
 * verified or changed, or their referrer was set. Idempotent.
 */
export async function reconcileUser(db: Db, userId: string, now: Date): Promise<void> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!user) return;
  // Includes orders of addresses that the user or a friend no longer has, whose rewards are taken back.
  const given = await db
    .selectDistinct({ email: orders.email })
    .from(ledger)
    .innerJoin(orders, eq(orders.id, ledger.orderId))
    .where(eq(ledger.userId, userId));
  const emails = new Set([user, ...given].map(({ email }) => normalizeEmail(email)));
  for (const email of emails) await reconcileEmail(db, email, now);
}

/** Grants points to users whose birthday is today in the shop's time zone. `onceKey` limits it to once a year. */
export async function grantBirthdays(db: Db, now: Date): Promise<void> {
  const { timeZone } = await readSettings(db);
  const today = localDate(now, timeZone);
  const born = await db
    .select({ id: users.id, birthday: users.birthday, createdAt: users.createdAt })
    .from(users)
    .where(inArray(sql`to_char(${users.birthday}, 'MM-DD')`, birthdaysOn(today)));
  const rows = born
    .map((user) => ({
      userId: user.id,
      kind: "birthday" as const,
      points: birthdayPoints(user, now, timeZone),
      onceKey: `birthday:${today.slice(0, 4)}`,
      at: now,
    }))
    .filter(({ points }) => points > 0);
  if (rows.length > 0) await db.insert(ledger).values(rows).onConflictDoNothing();
}

/** The columns of a ledger row that its user sees. */
const ledgerRow = {
  kind: ledger.kind,
  points: ledger.points,
  cents: ledger.cents,
  orderId: ledger.orderId,
  at: ledger.at,
};

/** Returns all rows of a user's ledger, oldest first. */
export async function ledgerOf(db: Db, userId: string): Promise<LoyaltyView["ledger"]> {
  return db.select(ledgerRow).from(ledger).where(eq(ledger.userId, userId)).orderBy(asc(ledger.id));
}

function selectBalance(db: Db, userId: string) {
  const balance = db
    .select({ points: total(ledger.points).as("points"), cents: total(ledger.cents).as("cents") })
    .from(ledger)
    .where(eq(ledger.userId, userId))
    .as("balance");
  const referred = db
    .select({ users: count().as("friends") })
    .from(users)
    .where(and(eq(users.referredBy, userId), ne(users.id, userId)))
    .as("referred");
  return db
    .select({
      referralCode: users.referralCode,
      referralCount: referred.users,
      points: balance.points,
      cents: balance.cents,
    })
    .from(users)
    .crossJoin(balance)
    .crossJoin(referred)
    .where(eq(users.id, userId));
}

/** Returns points, tier and referral earnings of a user, with the newest 100 ledger rows. */
export async function loyaltyOf(db: Db, userId: string): Promise<LoyaltyView> {
  const [[user], rows] = await Promise.all([
    selectBalance(db, userId),
    db
      .select(ledgerRow)
      .from(ledger)
      .where(eq(ledger.userId, userId))
      .orderBy(desc(ledger.id))
      .limit(SHOWN_ROWS),
  ]);
  if (!user) throw new Error(`there is no user ${userId}`);
  const { points, referralCode, referralCount, cents } = user;
  return {
    tier: tierOf(points),
    points,
    nextTierAt: nextTierAt(points),
    referralCode,
    referralCount,
    referralEarningsCents: cents,
    ledger: rows,
  };
}

/**
 * Appends the missing ledger rows for all orders of one email. They are reconciled together, because the reward
 * depends on which order was the first.
 */
async function reconcileEmail(db: Db, email: string, now: Date): Promise<void> {
  for (;;) {
    const { userIds } = await readFacts(db, email);
    if (userIds.length === 0) return;
    const done = await db.transaction(async (tx) => {
      // Serialises reconciliations of the same users. Locks in the order of ids, to avoid deadlocks.
      await tx
        .select({ id: users.id })
        .from(users)
        .where(inArray(users.id, userIds))
        .orderBy(asc(users.id))
        .for("no key update");
      const facts = await readFacts(tx, email);
      // Another user became involved before the lock: start again with all locks.
      if (facts.userIds.some((id) => !userIds.includes(id))) return false;
      const { timeZone } = await readSettings(tx);
      const missing = corrections(entriesFor(facts.orders, facts, timeZone), facts.held);
      if (missing.length > 0) {
        const rows = missing.map((entry) => ({ ...entry, at: now }));
        await creditEarnings(tx, await tx.insert(ledger).values(rows).returning());
      }
      return true;
    });
    if (done) return;
  }
}

/** Reads the orders of an email, its user and referrer, the sums in the ledger, and the ids of all users involved. */
async function readFacts(db: Db, email: string) {
  const referrers = alias(users, "referrers");
  // Users have their email in lower case, orders as it was typed.
  const [buyer = null] = await db
    .select({ id: users.id, referrerId: referrers.id, registeredAt: users.createdAt })
    .from(users)
    .leftJoin(referrers, eq(referrers.id, users.referredBy))
    .where(and(eq(users.email, email), users.emailVerified));
  const isTheirs = eq(sql`lower(${orders.email})`, email);
  const placed = await db
    .select({
      id: orders.id,
      status: orders.status,
      totalCents: orders.totalCents,
      isSale: orders.isSale,
      keptCents: orders.keptCents,
      createdAt: orders.createdAt,
      deletedAt: orders.deletedAt,
    })
    .from(orders)
    .where(isTheirs);
  const held = await db
    .select({
      userId: ledger.userId,
      kind: ledger.kind,
      orderId: orders.id,
      points: total(ledger.points),
      cents: total(ledger.cents),
    })
    .from(ledger)
    .innerJoin(orders, eq(orders.id, ledger.orderId))
    .where(and(isTheirs, isNull(ledger.onceKey)))
    .groupBy(ledger.userId, ledger.kind, orders.id);
  const referral = (await readFormerReferral(db, email)) ?? buyer;
  const buyerId = buyer?.id ?? null;
  const concerned = [buyerId, referral?.referrerId, ...held.map(({ userId }) => userId)];
  const userIds = [...new Set(concerned.filter((id) => typeof id === "string"))];
  return {
    buyerId,
    referral: referral && sinceRewarded(referral, placed, held),
    orders: placed,
    held,
    userIds,
  };
}

/** Keeps a reward for an order before the registration, which earlier versions of the shop gave. */
function sinceRewarded(
  referral: Referral,
  placed: readonly CountedOrder[],
  held: readonly OrderEntry[],
): Referral {
  const rewarded = held.find(({ kind, cents }) => kind === "referral" && cents > 0);
  const order = placed.find(({ id }) => id === rewarded?.orderId);
  if (!order || order.createdAt >= referral.registeredAt) return referral;
  return { ...referral, registeredAt: order.createdAt };
}

/** Sums a column; 0 without rows. */
function total(column: typeof ledger.points | typeof ledger.cents) {
  return sql<number>`coalesce(${sum(column)}, 0)`.mapWith(Number);
}
