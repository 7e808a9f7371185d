import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { readSettings } from "../../settings/settings.server.ts";
import type { ChainSource } from "../chain/chain.ts";
import { addressKeys, paymentAddresses } from "../tables.ts";
import { type AccountKey, addressAt } from "./address.ts";
import { readNextIndex } from "./address-indexes.server.ts";

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
  const [stored, { gapLimit }] = await Promise.all([readNextIndex(db, key.id), readSettings(db)]);
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
