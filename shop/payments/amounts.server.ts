import { and, between, eq, gt, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { type Db, queryRows } from "#db/client.server.ts";
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from "#lib/time.ts";
import { installationFacts } from "../settings/tables.ts";
import { orders } from "../orders/tables.ts";
import { TOP_UP_HOURS } from "./model/payment.ts";
import { addressKeys, chainOutputs, paymentAddresses, quotes } from "./tables.ts";

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

/** An address that several checkouts may have. */
export interface SharedAddress {
  address: string;
  /** True when buyers may have been shown it whom a restored backup does not know. They may owe exactly the amount due. */
  isForgotten: boolean;
}

interface Amount {
  address: string;
  sats: number;
}

/** How many free amounts are tried in one statement. */
const TRIED_AT_ONCE = 50;

/**
 * Returns the amount to quote on an address. One that was issued to this checkout alone takes any amount. On a shared
 * address the amount identifies the checkout: the lowest that no other one has, at most 1 % above the amount due; null
 * when all are taken. On an address of the key it stays reserved for good. On the fixed address it does until 7 days
 * after its quote; when no other is free, that of a checkout without an open order and without money only for an hour.
 * Even amounts are issued first there, so that the odd ones are new after a restore.
 */
export async function amountOn(tx: Db, address: string, wanted: Wanted): Promise<number | null> {
  const { dueSats, checkoutId } = wanted;
  // Before its owner is read: another checkout may be about to share the address, at this amount.
  const isLocked = (await lockFirst(tx, [{ address, sats: dueSats }])) !== null;
  const { key, owner, isForgotten } = await readIssued(tx, address);
  if (isLocked && owner === checkoutId) return dueSats;
  const shared = [{ address, isForgotten }];
  if (key !== null) return (await firstFreeAmount(tx, shared, wanted))?.sats ?? null;
  const held = sql`${ne(quotes.checkoutId, checkoutId)}
    and ${gt(quotes.expiresAt, addMs(wanted.now, -AMOUNT_HOLD_DAYS * DAY_MS))}`;
  const briefly = sql`${held} and ${expectsPayment(wanted.now)}`;
  const remainders = (await hasForgottenAmounts(tx, wanted.now)) ? [1] : [0, 1];
  const free =
    (await firstFree(tx, shared, { ...wanted, remainders, reserved: held })) ??
    (await firstFree(tx, shared, { ...wanted, remainders, reserved: briefly }));
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
 * Returns the first of these addresses of a key on which an amount is free, with the lowest such amount, and locks the
 * amount there until the transaction ends. One that another transaction has locked counts as taken, so buyers do not
 * wait for each other. For a crowded network address the lower half of the range is left to others.
 */
export async function firstFreeAmount(
  tx: Db,
  addresses: readonly SharedAddress[],
  wanted: Wanted,
): Promise<Amount | null> {
  const reserved = ne(quotes.checkoutId, wanted.checkoutId);
  return firstFree(tx, addresses, { ...wanted, reserved });
}

interface Search extends Wanted {
  /** Of the quotes whose amounts are taken. */
  reserved: SQL;
  /** Of an amount divided by two, in order of preference; all amounts in ascending order if left out. */
  remainders?: number[];
}

async function firstFree(
  tx: Db,
  addresses: readonly SharedAddress[],
  search: Search,
): Promise<Amount | null> {
  for (const shared of addresses) {
    let free = await freeAmounts(tx, shared, search);
    while (free.length > 0) {
      const locked = await lockFirst(tx, free.slice(0, TRIED_AT_ONCE));
      if (!locked) free = free.slice(TRIED_AT_ONCE);
      else if (await isTaken(tx, locked, search)) free = await freeAmounts(tx, shared, search);
      else return locked;
    }
  }
  return null;
}

/** Returns the amounts on an address that no committed quote has, the preferred ones first. */
async function freeAmounts(
  tx: Db,
  { address, isForgotten }: SharedAddress,
  { dueSats, crowded, besideInvoice, reserved, remainders }: Search,
): Promise<Amount[]> {
  const range = Math.floor(dueSats / 100);
  const lowest = dueSats + (crowded ? Math.ceil((range + 1) / 2) : 0) + (isForgotten ? 1 : 0);
  const highest = dueSats + (besideInvoice ? Math.floor(range / 2) : range);
  const rows = await tx
    .select({ sats: sql<number>`coalesce(${quotes.topUpSats}, ${quotes.sats})`.mapWith(Number) })
    .from(quotes)
    .where(
      and(
        eq(quotes.address, address),
        reserved,
        or(
          between(quotes.topUpSats, lowest, highest),
          and(isNull(quotes.topUpSats), between(quotes.sats, lowest, highest)),
        ),
      ),
    );
  const taken = new Set(rows.map(({ sats }) => sats));
  const free = Array.from({ length: Math.max(0, highest - lowest + 1) }, (_, step) => lowest + step)
    .filter((sats) => !taken.has(sats))
    .map((sats) => ({ address, sats }));
  if (!remainders) return free;
  return remainders.flatMap((remainder) => free.filter(({ sats }) => sats % 2 === remainder));
}

/** Returns whether a quote that was committed before the amount was locked has it. */
async function isTaken(
  tx: Db,
  { address, sats }: Amount,
  { reserved }: Pick<Search, "reserved">,
): Promise<boolean> {
  const [taken] = await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.address, address), reserved, asksFor(sats)))
    .limit(1);
  return taken !== undefined;
}

/** Holds for a quote whose buyer is to send this amount. */
export function asksFor(sats: number): SQL | undefined {
  return or(eq(quotes.topUpSats, sats), and(isNull(quotes.topUpSats), eq(quotes.sats, sats)));
}

/** Locks the first of these amounts that no other transaction has locked, until this one ends; null for none. */
async function lockFirst(tx: Db, amounts: readonly Amount[]): Promise<Amount | null> {
  const names = JSON.stringify(amounts.map(({ address, sats }) => `${address} ${sats}`));
  // Without `order by`, so that no further amount is locked.
  const [locked] = await queryRows<{ name: string }>(
    tx,
    sql`select name from json_array_elements_text(${names}::json) name
      where pg_try_advisory_xact_lock(hashtextextended(name, 0)) limit 1`,
  );
  return amounts.find(({ address, sats }) => locked?.name === `${address} ${sats}`) ?? null;
}

/** Returns to which checkout an address was issued, and by which key. */
async function readIssued(
  tx: Db,
  address: string,
): Promise<{ key: string | null; owner: string | null; isForgotten: boolean }> {
  const { key, keyIndex, checkoutId } = paymentAddresses;
  const { sharedBelow } = addressKeys;
  const [issued] = await tx
    .select({
      key,
      owner: checkoutId,
      isForgotten: sql<boolean>`${addressKeys.key} is not null
        and (${sharedBelow} is null or ${keyIndex} < ${sharedBelow})`,
    })
    .from(paymentAddresses)
    .leftJoin(addressKeys, eq(addressKeys.key, key))
    .where(eq(paymentAddresses.address, address));
  if (!issued) throw new Error(`address ${address} was not issued`);
  return issued;
}
