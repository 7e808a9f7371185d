import {
  and,
  desc,
  eq,
  exists,
  gt,
  gte,
  isNotNull,
  isNull,
  lte,
  min,
  notExists,
  or,
  sql,
} from "drizzle-orm";
import { type Db, queryRows } from "#db/client.server.ts";
import { addressKeys, chainOutputs, paymentAddresses, quotes } from "../tables.ts";
import type { AddressSource } from "./address.ts";
import { WATCH_DAYS } from "../poller/poll-intervals.ts";
import { addMs, DAY_MS } from "#lib/time.ts";

/** How many free indexes are tried: more than one only where another notation of the key has issued addresses. */
const FREE_INDEXES = 100;

/** Returns how many addresses of the key were issued, and when the oldest one still watched was. */
export async function issuedAddresses(
  db: Db,
  key: string | null,
  now: Date,
): Promise<{ nextIndex: number; since: Date | null }> {
  const watchedSince = addMs(now, -WATCH_DAYS * DAY_MS);
  const [row] = await db
    .select({ since: min(paymentAddresses.issuedAt) })
    .from(paymentAddresses)
    .where(or(gt(paymentAddresses.issuedAt, watchedSince), isNull(paymentAddresses.checkoutId)));
  return { nextIndex: key === null ? 0 : await readNextIndex(db, key), since: row?.since ?? null };
}

/** Returns how many addresses were issued since the last one with confirmed money; 0 with the fixed address. */
export async function unpaidRun(db: Db, addresses: AddressSource): Promise<number> {
  if (addresses.kind === "fixed") return 0;
  const { nextIndex, lastUsed } = await readCounter(db, addresses.key.id);
  return Math.max(0, nextIndex - 1 - lastUsed);
}

/** Below which index the addresses of a key are shared from the start; null for all. */
interface SharedBelow {
  sharedBelow: number | null;
}

/** What is known of the indexes of a key. */
export interface KeyCounter extends SharedBelow {
  nextIndex: number;
  /**
   * The highest index that a wallet finds money at; -1 for none. Unconfirmed money does not count: its sender can take
   * it back.
   */
  lastUsed: number;
}

/** Reads the counter of a key, without a lock. */
export async function readCounter(db: Db, key: string): Promise<KeyCounter> {
  const money = db
    .select({ txid: chainOutputs.txid })
    .from(chainOutputs)
    .where(
      and(eq(chainOutputs.address, paymentAddresses.address), eq(chainOutputs.state, "confirmed")),
    );
  // Backwards along the index, so that only the unpaid ones are read.
  const paid = db
    .select({ index: paymentAddresses.keyIndex })
    .from(paymentAddresses)
    .where(and(eq(paymentAddresses.key, key), exists(money)))
    .orderBy(desc(paymentAddresses.keyIndex))
    .limit(1);
  const [counter] = await db
    .select({
      ...counterColumns,
      lastUsed: sql<number>`greatest(${addressKeys.usedIndex}, (${paid}))`,
    })
    .from(addressKeys)
    .where(eq(addressKeys.key, key));
  return counter ?? { nextIndex: 0, sharedBelow: 0, lastUsed: -1 };
}

const counterColumns = { nextIndex: addressKeys.nextIndex, sharedBelow: addressKeys.sharedBelow };

/**
 * Reserves the next index of a key for a checkout without an address; null when the gap limit window is used up. A
 * statement of its own locks the counter for its own time only, and not at all in the second case, so buyers do not wait
 * for each other's quotes. If no quote follows, as after a crash or when a simultaneous request quoted this checkout, the index remains a gap until
 * `freeIndexes` fills it.
 */
export async function reserveIndex(
  db: Db,
  key: string,
  { checkoutId, gapLimit }: { checkoutId: string; gapLimit: number },
): Promise<ReservedIndex | null> {
  const { nextIndex, usedIndex } = addressKeys;
  const quoted = db
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.checkoutId, checkoutId), isNotNull(quotes.address)));
  const paidInWindow = db
    .select({ txid: chainOutputs.txid })
    .from(paymentAddresses)
    .innerJoin(chainOutputs, eq(chainOutputs.address, paymentAddresses.address))
    .where(
      and(
        eq(paymentAddresses.key, key),
        gte(paymentAddresses.keyIndex, sql`${nextIndex} - ${gapLimit}::int`),
        eq(chainOutputs.state, "confirmed"),
      ),
    );
  const [moved] = await db
    .update(addressKeys)
    .set({ nextIndex: sql`${nextIndex} + 1` })
    .where(
      and(
        eq(addressKeys.key, key),
        notExists(quoted),
        or(lte(nextIndex, sql`${usedIndex} + ${gapLimit}::int`), exists(paidInWindow)),
      ),
    )
    .returning(counterColumns);
  const counter = moved ?? (await storeCounter(db, key));
  return counter && toReserved(counter);
}

/** Stores the counter of a key and reserves its first index; null if the counter is known. */
async function storeCounter(db: Db, key: string) {
  const [counter] = await db
    .insert(addressKeys)
    .values({ key, nextIndex: 1 })
    .onConflictDoNothing()
    .returning(counterColumns);
  return counter ?? null;
}

/** Reserves the next index of a key beyond the gap limit window. The transaction locks the counter. */
export async function reserveBeyond(tx: Db, key: string): Promise<ReservedIndex> {
  const [counter] = await tx
    .update(addressKeys)
    .set({ nextIndex: sql`${addressKeys.nextIndex} + 1` })
    .where(eq(addressKeys.key, key))
    .returning(counterColumns);
  if (!counter) throw new Error("the address counter was not stored");
  return toReserved(counter);
}

/** An index of a key, and whether its address may have been shown before a restore. */
export interface ReservedIndex {
  index: number;
  shared: boolean;
}

function toReserved(counter: SharedBelow & { nextIndex: number }): ReservedIndex {
  const index = counter.nextIndex - 1;
  return { index, shared: isShared(index, counter) };
}

/** Moves the counter of a key beyond an index. */
export async function moveBeyond(tx: Db, key: string, index: number): Promise<void> {
  await tx
    .update(addressKeys)
    .set({ nextIndex: sql`greatest(${addressKeys.nextIndex}, ${index + 1}::int)` })
    .where(eq(addressKeys.key, key));
}

/** Returns whether the address at this index may have been shown before a restore. */
export function isShared(index: number, { sharedBelow }: SharedBelow): boolean {
  return sharedBelow === null || index < sharedBelow;
}

/** Returns the lowest indexes in the gap limit window that no address was issued at. */
export async function freeIndexes(
  tx: Db,
  key: string,
  { lastUsed, gapLimit }: { lastUsed: number; gapLimit: number },
): Promise<number[]> {
  const issued = tx
    .select({ address: paymentAddresses.address })
    .from(paymentAddresses)
    .where(and(eq(paymentAddresses.key, key), sql`${paymentAddresses.keyIndex} = free`));
  const rows = await queryRows<{ free: number }>(
    tx,
    sql`select free from generate_series(${lastUsed + 1}::int, ${lastUsed + gapLimit}::int) free
      where ${notExists(issued)} order by free limit ${FREE_INDEXES}`,
  );
  return rows.map(({ free }) => free);
}

/** Returns the next index of a key that no address was issued at. */
export async function readNextIndex(db: Db, key: string): Promise<number> {
  const [counter] = await db
    .select({ nextIndex: addressKeys.nextIndex })
    .from(addressKeys)
    .where(eq(addressKeys.key, key));
  return counter?.nextIndex ?? 0;
}
