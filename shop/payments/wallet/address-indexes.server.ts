import { and, desc, eq, exists, gt, inArray, isNull, min, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { addressKeys, chainOutputs, paymentAddresses } from "../tables.ts";
import { type AccountKey, addressAt } from "./address.ts";
import type { ChainSource } from "../chain/chain.ts";
import { readSettings } from "../../settings/settings.server.ts";
import type { AddressSource } from "../quotes.server.ts";
import { WATCH_DAYS } from "../poller/poll-intervals.ts";
import { addMs, DAY_MS } from "#lib/time.ts";

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
  return { nextIndex: key === null ? 0 : await nextIndex(db, key), since: row?.since ?? null };
}

/**
 * Moves the counter of a key beyond the last address that was issued or has a history on the chain, so that none of
 * these is issued after the database was restored from a backup. From there on, addresses within the gap limit may
 * have been shown to buyers, and are shared. Returns how far it moved.
 */
export async function skipUsedIndexes(
  db: Db,
  source: ChainSource,
  key: AccountKey,
): Promise<number> {
  const [stored, { gapLimit }] = await Promise.all([nextIndex(db, key.id), readSettings(db)]);
  let next = stored;
  let lastUsed = -1;
  // A gap-limit scan, as wallets do it: until this many addresses in a row are unused.
  for (let first = stored; first < next + gapLimit;) {
    const addresses = Array.from({ length: next + gapLimit - first }, (_, step) =>
      addressAt(key, first + step),
    );
    const issued = await issuedOf(db, addresses);
    for (const [step, address] of addresses.entries()) {
      const isIssued = issued.has(address);
      if (!isIssued && !(await source.isUsed(address))) continue;
      next = first + step + 1;
      if (!isIssued) lastUsed = first + step;
    }
    first += addresses.length;
  }
  if (next > stored)
    await db
      .insert(addressKeys)
      .values({ key: key.id, nextIndex: next, usedIndex: lastUsed })
      .onConflictDoUpdate({
        target: addressKeys.key,
        set: {
          nextIndex: sql`greatest(${addressKeys.nextIndex}, ${next})`,
          usedIndex: sql`greatest(${addressKeys.usedIndex}, ${lastUsed})`,
        },
      });
  await db
    .update(addressKeys)
    .set({ sharedBelow: next + gapLimit })
    .where(and(eq(addressKeys.key, key.id), isNull(addressKeys.sharedBelow)));
  return next - stored;
}

/** Returns which of these addresses were issued: another notation of the key has its own counter. */
async function issuedOf(db: Db, addresses: string[]): Promise<Set<string>> {
  const issued = await db
    .select({ address: paymentAddresses.address })
    .from(paymentAddresses)
    .where(inArray(paymentAddresses.address, addresses));
  return new Set(issued.map(({ address }) => address));
}

/**
 * Has the next addresses of every key shared from the start. A restored shop does not know which ones were shown to
 * buyers after the backup was made, and the unpaid ones are not on the chain either.
 */
export async function shareNextAddresses(tx: Db): Promise<void> {
  await tx.update(addressKeys).set({ sharedBelow: null });
}

/** Returns how many addresses were issued since the last one with confirmed money; 0 with the fixed address. */
export async function unpaidRun(db: Db, addresses: AddressSource): Promise<number> {
  if (addresses.kind === "fixed") return 0;
  const key = addresses.key.id;
  return Math.max(0, (await nextIndex(db, key)) - 1 - (await lastUsedIndex(db, key)));
}

/**
 * Returns the highest index of the key that a wallet finds money at; -1 for none. Unconfirmed money does not count:
 * its sender can take it back.
 */
export async function lastUsedIndex(db: Db, key: string): Promise<number> {
  const money = db
    .select({ txid: chainOutputs.txid })
    .from(chainOutputs)
    .where(
      and(eq(chainOutputs.address, paymentAddresses.address), eq(chainOutputs.state, "confirmed")),
    );
  // Backwards along the index, so that only the unpaid ones are read.
  const [paid] = await db
    .select({ index: paymentAddresses.keyIndex })
    .from(paymentAddresses)
    .where(and(eq(paymentAddresses.key, key), exists(money)))
    .orderBy(desc(paymentAddresses.keyIndex))
    .limit(1);
  const [counter] = await db
    .select({ usedIndex: addressKeys.usedIndex })
    .from(addressKeys)
    .where(eq(addressKeys.key, key));
  return Math.max(paid?.index ?? -1, counter?.usedIndex ?? -1);
}

/**
 * Locks the counter of a key until the transaction ends. Returns the next index that was never issued, and whether
 * its address is shared from the start.
 */
export async function lockKey(tx: Db, key: string): Promise<{ next: number; shared: boolean }> {
  await tx.insert(addressKeys).values({ key, nextIndex: 0 }).onConflictDoNothing();
  const [counter] = await tx
    .select({ next: addressKeys.nextIndex, sharedBelow: addressKeys.sharedBelow })
    .from(addressKeys)
    .where(eq(addressKeys.key, key))
    .for("no key update");
  if (!counter) throw new Error("the address counter was not stored");
  const { next, sharedBelow } = counter;
  return { next, shared: sharedBelow === null || next < sharedBelow };
}

async function nextIndex(db: Db, key: string): Promise<number> {
  const [counter] = await db
    .select({ nextIndex: addressKeys.nextIndex })
    .from(addressKeys)
    .where(eq(addressKeys.key, key));
  return counter?.nextIndex ?? 0;
}
