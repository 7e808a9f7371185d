import { and, desc, eq, exists, gt, inArray, isNull, min, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { addressKeys, chainOutputs, paymentAddresses } from "../tables.ts";
import { type AccountKey, addressAt } from "./address.ts";
import type { ChainSource } from "../chain/chain.ts";
import { GAP_LIMIT } from "./gap.ts";
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
 * Moves the counter of a key beyond the last address that was issued or has a history on the chain, so that none is
 * issued again after the database was restored from a backup. Returns how far it moved.
 */
export async function skipUsedIndexes(
  db: Db,
  source: ChainSource,
  key: AccountKey,
): Promise<number> {
  const stored = await nextIndex(db, key.id);
  let next = stored;
  // A gap-limit scan, as wallets do it: until this many addresses in a row are unused.
  for (let first = stored; first < next + GAP_LIMIT;) {
    const addresses = Array.from({ length: next + GAP_LIMIT - first }, (_, step) =>
      addressAt(key, first + step),
    );
    const issued = await issuedOf(db, addresses);
    for (const [step, address] of addresses.entries())
      if (issued.has(address) || (await source.isUsed(address))) next = first + step + 1;
    first += addresses.length;
  }
  if (next > stored)
    await db
      .insert(addressKeys)
      .values({ key: key.id, nextIndex: next })
      .onConflictDoUpdate({
        target: addressKeys.key,
        set: { nextIndex: sql`greatest(${addressKeys.nextIndex}, ${next})` },
      });
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
 * Skips this many addresses of every key. A restored shop does not know which ones were issued after the backup was
 * made, and the unpaid ones are not on the chain either.
 */
export async function leaveOutIndexes(tx: Db, count: number): Promise<void> {
  await tx.update(addressKeys).set({ nextIndex: sql`${addressKeys.nextIndex} + ${count}` });
}

/** Returns how many addresses were issued since the last paid one; 0 with the fixed address. */
export async function unpaidRun(db: Db, addresses: AddressSource): Promise<number> {
  if (addresses.kind === "fixed") return 0;
  const key = addresses.key.id;
  const money = db
    .select({ txid: chainOutputs.txid })
    .from(chainOutputs)
    .where(
      and(
        eq(chainOutputs.address, paymentAddresses.address),
        inArray(chainOutputs.state, ["mempool", "confirmed"]),
      ),
    );
  // Backwards along the index, so that only the unpaid ones are read.
  const paid = db
    .select({ index: paymentAddresses.keyIndex })
    .from(paymentAddresses)
    .where(and(eq(paymentAddresses.key, key), exists(money)))
    .orderBy(desc(paymentAddresses.keyIndex))
    .limit(1)
    .as("paid");
  const [counter] = await db
    .select({ next: addressKeys.nextIndex, paid: paid.index })
    .from(addressKeys)
    .leftJoin(paid, sql`true`)
    .where(eq(addressKeys.key, key));
  return counter ? counter.next - 1 - (counter.paid ?? -1) : 0;
}

async function nextIndex(db: Db, key: string): Promise<number> {
  const [counter] = await db
    .select({ nextIndex: addressKeys.nextIndex })
    .from(addressKeys)
    .where(eq(addressKeys.key, key));
  return counter?.nextIndex ?? 0;
}
