import { asc, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import {
  type Balance,
  balanceAfter,
  type Change,
  changeOfSpending,
  changeOfTakingBack,
  changesOfAdding,
  type CreditEntry,
  type CreditKind,
  type CreditView,
  NO_CREDIT,
} from "./credit.ts";
import { creditBalances, creditEntries } from "./tables.ts";
import { orders } from "../orders/tables.ts";

/** How many entries are shown. */
const SHOWN_ENTRIES = 100;

/** A change of an account's credit by positive cents, and what it is for. */
export interface CreditChange {
  userId: string;
  kind: CreditKind;
  cents: number;
  /** Names what the change is for; a second change with the same key is none. */
  onceKey: string;
  points?: number;
  orderId?: string | null;
  checkoutId?: string | null;
  note?: string | null;
  /** The email of the administrator. */
  actor?: string | null;
  now: Date;
}

/** Adds credit; what is owed is deducted at once. Returns whether it was added: false if it already had been. */
export async function addCredit(tx: Db, change: CreditChange): Promise<boolean> {
  const balance = await lockBalance(tx, change.userId);
  return store(tx, balance, change, changesOfAdding(balance, change.kind, change.cents));
}

/** Spends credit, if there is as much. Returns whether it was spent: false if it already had been. */
export async function spendCredit(
  tx: Db,
  change: CreditChange,
): Promise<Result<boolean, "not-enough">> {
  const balance = await lockBalance(tx, change.userId);
  const spent = changeOfSpending(balance, change.kind, change.cents);
  if (spent) return ok(await store(tx, balance, change, [spent]));
  return (await isStored(tx, change.onceKey)) ? ok(false) : err("not-enough");
}

/** Spends as much credit as there is, up to `cents`; returns how much. */
export async function spendUpTo(tx: Db, change: CreditChange): Promise<number> {
  const balance = await lockBalance(tx, change.userId);
  const cents = Math.min(balance.cents, change.cents);
  const spent = changeOfSpending(balance, change.kind, cents);
  if (cents <= 0 || !spent) return 0;
  return (await store(tx, balance, change, [spent])) ? cents : 0;
}

/** Takes credit back: as much as there is. The rest is owed, and deducted from the next credit. */
export async function takeBackCredit(tx: Db, change: CreditChange): Promise<void> {
  const balance = await lockBalance(tx, change.userId);
  await store(tx, balance, change, [changeOfTakingBack(balance, change.kind, change.cents)]);
}

/** Returns the credit of a user. */
export async function readBalance(db: Db, userId: string): Promise<Balance> {
  const { cents, owedCents } = creditBalances;
  const [balance] = await db
    .select({ cents, owedCents })
    .from(creditBalances)
    .where(eq(creditBalances.userId, userId));
  return balance ?? NO_CREDIT;
}

/** The columns of an entry that its user sees. */
const entry = {
  kind: creditEntries.kind,
  cents: creditEntries.cents,
  owedCents: creditEntries.owedCents,
  /** Credit is used at a checkout, which becomes an order. */
  orderId: sql<string | null>`coalesce(${creditEntries.orderId}, ${orders.id})`,
  note: creditEntries.note,
  at: creditEntries.at,
};

/** Returns the credit of a user with its newest 100 entries. */
export async function creditOf(db: Db, userId: string): Promise<CreditView> {
  const [balance, entries] = await Promise.all([
    readBalance(db, userId),
    db
      .select(entry)
      .from(creditEntries)
      .leftJoin(orders, eq(orders.checkoutId, creditEntries.checkoutId))
      .where(eq(creditEntries.userId, userId))
      .orderBy(desc(creditEntries.id))
      .limit(SHOWN_ENTRIES),
  ]);
  return { ...balance, entries };
}

/** Returns all entries of a user, oldest first. */
export async function creditHistory(db: Db, userId: string): Promise<CreditEntry[]> {
  return db
    .select(entry)
    .from(creditEntries)
    .leftJoin(orders, eq(orders.checkoutId, creditEntries.checkoutId))
    .where(eq(creditEntries.userId, userId))
    .orderBy(asc(creditEntries.id));
}

/** Locks the balance of a user until the transaction ends, and creates it if there is none. */
async function lockBalance(tx: Db, userId: string): Promise<Balance> {
  const { cents, owedCents } = creditBalances;
  const [balance] = await tx
    .insert(creditBalances)
    .values({ userId })
    .onConflictDoUpdate({ target: creditBalances.userId, set: { cents: sql`${cents}` } })
    .returning({ cents, owedCents });
  if (!balance) throw new Error(`no balance of user ${userId}`);
  return balance;
}

/** Stores the changes of a locked balance, unless they are stored already; returns whether they were stored now. */
async function store(
  tx: Db,
  balance: Balance,
  { kind: _, cents, ...why }: CreditChange,
  changes: readonly Change[],
): Promise<boolean> {
  if (!Number.isSafeInteger(cents) || cents <= 0)
    throw new Error(`credit changes by positive cents, not ${cents}`);
  if (await isStored(tx, why.onceKey)) return false;
  const { now: at, points = 0, onceKey, ...row } = why;
  await tx.insert(creditEntries).values(
    changes.map((change, index) => ({
      ...row,
      ...change,
      points: index === 0 ? points : 0,
      onceKey: index === 0 ? onceKey : `${onceKey}:${change.kind}`,
      at,
    })),
  );
  await tx
    .update(creditBalances)
    .set(balanceAfter(balance, changes))
    .where(eq(creditBalances.userId, why.userId));
  return true;
}

async function isStored(tx: Db, onceKey: string): Promise<boolean> {
  const stored = await tx
    .select({ id: creditEntries.id })
    .from(creditEntries)
    .where(eq(creditEntries.onceKey, onceKey));
  return stored.length > 0;
}
