import { and, between, eq, gt, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { addMs, DAY_MS } from "#lib/time.ts";
import { paymentAddresses, quotes } from "./tables.ts";
import { lockKey } from "./wallet/address-indexes.server.ts";

/** How long an amount on the fixed address stays reserved after its quote, in days. */
const AMOUNT_HOLD_DAYS = 7;

/** How many checkouts one network address opens in an hour before its amounts come from the upper half of the range. */
export const CROWDED_FROM = 3;

interface Wanted {
  checkoutId: string;
  dueSats: number;
  /** True for a network address that opened many checkouts lately. */
  crowded: boolean;
  now: Date;
}

/**
 * Returns the amount to quote on an address. One that was issued to this checkout alone takes any amount. On a shared
 * address the amount identifies the checkout: the lowest that no other one has, at most 1 % above the amount due; null
 * when all are taken. It stays reserved on the fixed address until 7 days after its quote, on an address of the key for
 * good.
 */
export async function amountOn(tx: Db, address: string, wanted: Wanted): Promise<number | null> {
  const { key, owner } = await lockAmounts(tx, address);
  if (owner === wanted.checkoutId) return wanted.dueSats;
  const heldSince = addMs(wanted.now, -AMOUNT_HOLD_DAYS * DAY_MS);
  const reserved =
    key === null ? gt(quotes.expiresAt, heldSince) : ne(quotes.checkoutId, wanted.checkoutId);
  const free = await firstFree(tx, [address], { ...wanted, reserved });
  return free?.sats ?? null;
}

/**
 * Returns the first of these addresses of a locked key on which an amount is free, with the lowest such amount. For a
 * crowded network address the lower half of the range is left to others.
 */
export async function firstFreeAmount(
  tx: Db,
  addresses: readonly string[],
  wanted: Wanted,
): Promise<{ address: string; sats: number } | null> {
  return firstFree(tx, addresses, {
    ...wanted,
    reserved: ne(quotes.checkoutId, wanted.checkoutId),
  });
}

async function firstFree(
  tx: Db,
  addresses: readonly string[],
  { dueSats, crowded, reserved }: Wanted & { reserved: SQL },
): Promise<{ address: string; sats: number } | null> {
  if (addresses.length === 0) return null;
  const range = Math.floor(dueSats / 100);
  const lowest = dueSats + (crowded ? Math.ceil((range + 1) / 2) : 0);
  const highest = dueSats + range;
  const rows = await tx
    .select({
      address: quotes.address,
      sats: sql<number>`coalesce(${quotes.topUpSats}, ${quotes.sats})`.mapWith(Number),
    })
    .from(quotes)
    .where(
      and(
        inArray(quotes.address, [...addresses]),
        reserved,
        or(
          between(quotes.topUpSats, lowest, highest),
          and(isNull(quotes.topUpSats), between(quotes.sats, lowest, highest)),
        ),
      ),
    );
  const taken = new Set(rows.map(({ address, sats }) => `${address} ${sats}`));
  for (const address of addresses)
    for (let sats = lowest; sats <= highest; sats += 1)
      if (!taken.has(`${address} ${sats}`)) return { address, sats };
  return null;
}

/** Serialises the quotes on an address until the transaction ends, and returns whose it is. */
async function lockAmounts(
  tx: Db,
  address: string,
): Promise<{ key: string | null; owner: string | null }> {
  const issued = tx
    .select({ key: paymentAddresses.key, owner: paymentAddresses.checkoutId })
    .from(paymentAddresses)
    .where(eq(paymentAddresses.address, address))
    .$dynamic();
  const [found] = await issued;
  // The lock of the key, as the poller updates rows of addresses in an order of its own.
  if (found?.key) await lockKey(tx, found.key);
  const [locked] = found?.key ? await issued : await issued.for("no key update");
  if (!locked) throw new Error(`address ${address} was not issued`);
  return locked;
}
