import { and, desc, eq, gt, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { orders } from "../../orders/tables.ts";
import { amountOn, firstFreeAmount, type SharedAddress } from "../amounts.server.ts";
import { chainOutputs, paymentAddresses, quotes } from "../tables.ts";
import { type AccountKey, addressAt, type AddressSource } from "./address.ts";
import {
  freeIndexes,
  isShared,
  type KeyCounter,
  moveBeyond,
  readCounter,
  reserveBeyond,
  type ReservedIndex,
} from "./address-indexes.server.ts";

/** How many issued addresses are tried for one to share. */
const CANDIDATES = 100;

/** An address for a quote, and its amount. */
interface IssuedAddress {
  address: string;
  sats: number;
  /** True when other checkouts had this address too, so that only the exact amount is credited. */
  shared: boolean;
  /** True when no quote had this address before. */
  isNew: boolean;
}

interface Request {
  checkoutId: string;
  dueSats: number;
  /** True for a network address that opened many checkouts lately. */
  crowded: boolean;
  /** True beside an invoice, for a buyer who did not choose the chain: never beyond the gap limit. */
  besideInvoice: boolean;
  gapLimit: number;
  /** True when no quote of this checkout had an address. */
  isFirst: boolean;
  /** The index that was reserved for the first quote of this checkout; null for none. */
  reserved: ReservedIndex | null;
  now: Date;
}

/**
 * Issues the address and the amount of a quote. A checkout stays on its address. Otherwise it gets an address of its own
 * while the owner's wallet would find it; beyond that it shares one that was issued before, distinguished by the exact
 * amount (docs/decisions/035-gap-limit.md). Only the amount is locked, so simultaneous buyers do not wait for each other.
 */
export async function issueAddress(
  tx: Db,
  source: AddressSource,
  request: Request,
): Promise<Result<IssuedAddress, "too-many-unpaid" | "no-free-amount">> {
  if (source.kind === "fixed") return onFixedAddress(tx, source.address, request);
  const { checkoutId, crowded, besideInvoice, gapLimit, isFirst, reserved, now } = request;
  const key = source.key.id;
  const own = reserved && (await issueAt(tx, source.key, reserved, request));
  if (own) return ok(own);
  const before = isFirst ? null : await lastAddressOf(tx, checkoutId);
  if (before) {
    const { address, shared } = before;
    const sats = await amountOn(tx, address, request);
    if (sats !== null) return ok({ address, sats, shared, isNew: false });
  }
  const counter = await readCounter(tx, key);
  const { lastUsed } = counter;
  let issued = await sharable(tx, key, { counter, gapLimit, now });
  // Nearly always every address of the window was issued.
  if (issued.length < gapLimit) {
    for (const index of await freeIndexes(tx, key, { lastUsed, gapLimit })) {
      const filled = await issueFree(tx, source.key, { index, counter }, request);
      if (filled) return ok(filled);
    }
    // Other buyers were issued the rest meanwhile.
    issued = await sharable(tx, key, { counter, gapLimit, now });
  }
  const free = await firstFreeAmount(tx, issued, request);
  if (free) {
    const { address, sats } = free;
    if (issued.some((each) => each.address === address && each.isExclusive))
      await tx
        .update(paymentAddresses)
        .set({ checkoutId: null })
        .where(and(eq(paymentAddresses.address, address), isNotNull(paymentAddresses.checkoutId)));
    return ok({ address, sats, shared: true, isNew: false });
  }
  if (besideInvoice) return err("no-free-amount");
  // Only a busy network address is refused. For others the gap limit is exceeded, and the owner is warned.
  if (crowded) return err("too-many-unpaid");
  for (;;) {
    const beyond = await issueAt(tx, source.key, await reserveBeyond(tx, key), request);
    if (beyond) return ok(beyond);
  }
}

async function onFixedAddress(
  tx: Db,
  address: string,
  request: Request,
): Promise<Result<IssuedAddress, "too-many-unpaid" | "no-free-amount">> {
  const { crowded, besideInvoice, now } = request;
  await tx
    .insert(paymentAddresses)
    .values({ address, issuedAt: now, nextCheckAt: now })
    .onConflictDoNothing();
  const sats = await amountOn(tx, address, request);
  if (sats === null) return err(crowded && !besideInvoice ? "too-many-unpaid" : "no-free-amount");
  return ok({ address, sats, shared: true, isNew: false });
}

/** Returns the address of the newest quote of a checkout, unless it is the fixed one. */
async function lastAddressOf(
  tx: Db,
  checkoutId: string,
): Promise<{ address: string; shared: boolean } | null> {
  const [last] = await tx
    .select({
      address: paymentAddresses.address,
      key: paymentAddresses.key,
      owner: paymentAddresses.checkoutId,
    })
    .from(quotes)
    .innerJoin(paymentAddresses, eq(paymentAddresses.address, quotes.address))
    .where(eq(quotes.checkoutId, checkoutId))
    .orderBy(desc(quotes.id))
    .limit(1);
  if (!last || (last.key === null && last.owner === null)) return null;
  return { address: last.address, shared: last.owner !== checkoutId };
}

/** Issues the address at an index of a key if it is free, and moves the counter beyond it. */
async function issueFree(
  tx: Db,
  key: AccountKey,
  { index, counter }: { index: number; counter: KeyCounter },
  request: Request,
): Promise<IssuedAddress | null> {
  // The counter first, as beyond the window: two transactions would deadlock otherwise.
  if (index >= counter.nextIndex) await moveBeyond(tx, key.id, index);
  return issueAt(tx, key, { index, shared: isShared(index, counter) }, request);
}

/**
 * Issues the address at an index: to this checkout alone, unless it may have been shown before a restore. Returns null
 * when it was issued already.
 */
async function issueAt(
  tx: Db,
  key: AccountKey,
  { index, shared }: ReservedIndex,
  { checkoutId, dueSats, now }: Request,
): Promise<IssuedAddress | null> {
  const address = addressAt(key, index);
  const inserted = await tx
    .insert(paymentAddresses)
    .values({
      address,
      checkoutId: shared ? null : checkoutId,
      key: key.id,
      keyIndex: index,
      issuedAt: now,
      nextCheckAt: now,
    })
    .onConflictDoNothing()
    .returning({ address: paymentAddresses.address });
  // A buyer whom a restored backup does not know may owe exactly the amount due on it.
  const sats = shared ? dueSats + 1 : dueSats;
  return inserted.length > 0 ? { address, sats, shared, isNew: true } : null;
}

/**
 * Returns the addresses within the gap limit, those first whose sharing disturbs the least: without money, then without
 * a running quote, then without an open order, the one that ended first. Of running ones those come first that are
 * shared already, then those whose page is closed.
 */
async function sharable(
  tx: Db,
  key: string,
  { counter, gapLimit, now }: { counter: KeyCounter; gapLimit: number; now: Date },
): Promise<(SharedAddress & { isExclusive: boolean })[]> {
  const { lastUsed } = counter;
  const { address, keyIndex, checkoutId, watchedUntil } = paymentAddresses;
  const at = sql`${now.toISOString()}::timestamptz`;
  const ended = sql`max(${quotes.expiresAt})`;
  const running = sql`coalesce(${ended} > ${at}, false)`;
  const funded = sql`exists (select 1 from ${chainOutputs}
    where ${chainOutputs.address} = ${address} and ${inArray(chainOutputs.state, ["mempool", "confirmed"])})`;
  const ordered = sql`coalesce(bool_or(${orders.status} = 'pending' and ${orders.deletedAt} is null), false)`;
  const exclusive = sql`${checkoutId} is not null`;
  const watched = sql`coalesce(${watchedUntil} > ${at}, false)`;
  const rows = await tx
    .select({ address, index: keyIndex, checkoutId })
    .from(paymentAddresses)
    .leftJoin(quotes, eq(quotes.address, address))
    .leftJoin(orders, eq(orders.checkoutId, quotes.checkoutId))
    .where(
      and(
        eq(paymentAddresses.key, key),
        gt(keyIndex, lastUsed),
        lte(keyIndex, lastUsed + gapLimit),
      ),
    )
    .groupBy(address)
    .orderBy(
      funded,
      running,
      sql`${running} and ${exclusive}`,
      ordered,
      sql`${running} and ${watched}`,
      ended,
      keyIndex,
    )
    .limit(CANDIDATES);
  return rows.map((row) => ({
    address: row.address,
    isForgotten: isShared(row.index ?? 0, counter),
    isExclusive: row.checkoutId !== null,
  }));
}
