import { and, between, eq, gt, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from "#lib/time.ts";
import { installationFacts } from "../settings/tables.ts";
import { orders } from "../orders/tables.ts";
import { TOP_UP_HOURS } from "./model/payment.ts";
import { addressKeys, chainOutputs, paymentAddresses, quotes } from "./tables.ts";
import { lockKey } from "./wallet/address-indexes.server.ts";

/** How long an amount on the fixed address stays reserved after its quote, in days. */
const AMOUNT_HOLD_DAYS = 7;

/** The same while no other amount is free, for a checkout that expects no payment any more, in minutes. */
const SHORT_HOLD_MINUTES = 60;

/** How long forgotten buyers hold their amounts after a restore: the last one may have got a top-up just before it. */
const FORGOTTEN_HOLD_MS = TOP_UP_HOURS * HOUR_MS + AMOUNT_HOLD_DAYS * DAY_MS;

interface Wanted {
  checkoutId: string;
  dueSats: number;
  /** True for a network address that opened many checkouts lately. */
  crowded: boolean;
  /** True beside an invoice, for a buyer who did not choose the chain: the upper half of the range is left to others. */
  besideInvoice: boolean;
  now: Date;
}

/**
 * Returns the amount to quote on an address. One that was issued to this checkout alone takes any amount. On a shared
 * address the amount identifies the checkout: the lowest that no other one has, at most 1 % above the amount due; null
 * when all are taken. On an address of the key it stays reserved for good. On the fixed address it does until 7 days
 * after its quote; when no other is free, that of a checkout without an open order and without money only for an hour.
 * Even amounts are issued first there, so that the odd ones are new after a restore.
 */
export async function amountOn(tx: Db, address: string, wanted: Wanted): Promise<number | null> {
  const { key, owner } = await lockAmounts(tx, address);
  if (owner === wanted.checkoutId) return wanted.dueSats;
  if (key !== null) return (await firstFreeAmount(tx, [address], wanted))?.sats ?? null;
  const held = sql`${ne(quotes.checkoutId, wanted.checkoutId)}
    and ${gt(quotes.expiresAt, addMs(wanted.now, -AMOUNT_HOLD_DAYS * DAY_MS))}`;
  const briefly = sql`${held} and ${expectsPayment(wanted.now)}`;
  const remainders = (await hasForgottenAmounts(tx, wanted.now)) ? [1] : [0, 1];
  const free =
    (await firstFree(tx, [address], { ...wanted, remainders, reserved: held })) ??
    (await firstFree(tx, [address], { ...wanted, remainders, reserved: briefly }));
  return free?.sats ?? null;
}

/**
 * True while buyers whom a restored backup does not know may hold amounts on the fixed address. Only odd ones are issued
 * then: a remainder, unlike a range, is another one at every rate.
 */
async function hasForgottenAmounts(tx: Db, now: Date): Promise<boolean> {
  const [restored] = await tx
    .select({ at: installationFacts.value })
    .from(installationFacts)
    .where(eq(installationFacts.name, "restored-at"));
  return restored !== undefined && addMs(new Date(String(restored.at)), FORGOTTEN_HOLD_MS) > now;
}

/** True for a quote that ended lately, or whose checkout has an open order or money. */
function expectsPayment(now: Date): SQL {
  const ended = gt(quotes.expiresAt, addMs(now, -SHORT_HOLD_MINUTES * MINUTE_MS));
  const open = sql`exists (select 1 from ${orders} where ${orders.checkoutId} = ${quotes.checkoutId}
    and ${orders.status} = 'pending' and ${orders.deletedAt} is null)`;
  const funded = sql`exists (select 1 from ${chainOutputs}
    where ${chainOutputs.checkoutId} = ${quotes.checkoutId} and ${inArray(chainOutputs.state, ["mempool", "confirmed"])})`;
  return sql`(${ended} or ${open} or ${funded})`;
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

interface Search extends Wanted {
  /** Of the quotes whose amounts are taken. */
  reserved: SQL;
  /** Of an amount divided by two, in order of preference; all amounts in ascending order if left out. */
  remainders?: number[];
}

async function firstFree(
  tx: Db,
  addresses: readonly string[],
  { dueSats, crowded, besideInvoice, reserved, remainders }: Search,
): Promise<{ address: string; sats: number } | null> {
  if (addresses.length === 0) return null;
  const forgotten = await forgottenAmong(tx, addresses);
  const range = Math.floor(dueSats / 100);
  const lowest = dueSats + (crowded ? Math.ceil((range + 1) / 2) : 0);
  const highest = dueSats + (besideInvoice ? Math.floor(range / 2) : range);
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
  for (const address of addresses) {
    const from = forgotten.has(address) ? lowest + 1 : lowest;
    for (const remainder of remainders ?? [null])
      for (let sats = from; sats <= highest; sats += 1)
        if ((remainder === null || sats % 2 === remainder) && !taken.has(`${address} ${sats}`))
          return { address, sats };
  }
  return null;
}

/**
 * Returns those of the addresses that buyers may have been shown whom a restored backup does not know. They may owe
 * exactly the amount due there.
 */
async function forgottenAmong(tx: Db, addresses: readonly string[]): Promise<Set<string>> {
  const { address, key, keyIndex } = paymentAddresses;
  const { sharedBelow } = addressKeys;
  const rows = await tx
    .select({ address })
    .from(paymentAddresses)
    .innerJoin(addressKeys, eq(addressKeys.key, key))
    .where(
      and(inArray(address, [...addresses]), or(isNull(sharedBelow), lt(keyIndex, sharedBelow))),
    );
  return new Set(rows.map((row) => row.address));
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
