import { and, countDistinct, eq, gt, inArray, isNotNull, isNull, ne, notExists } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { checkouts } from "../checkouts/tables.ts";
import { orders } from "../orders/tables.ts";
import { chainOutputs, quotes } from "./tables.ts";
import { lightningInvoices } from "./lightning/tables.ts";
import { checkoutByAddress, checkoutByAddressPerDay } from "../limits/limits.server.ts";
import { countAttempts, takeAttempts, takeOnce } from "../limits/attempts.server.ts";

/** Unpaid orders that one visitor can have, of payment methods other than Bitcoin. */
export const MAX_UNPAID_ORDERS = 10;

/**
 * Returns whether a visitor may place another order that is not paid in Bitcoin. The limit protects administrators
 * from a flood of orders. Counts an attempt of the network address; null outside HTTP.
 */
export async function mayPlaceUnpaidOrder(
  tx: Db,
  { visitorHash, from, now }: { visitorHash: string; from: string | null; now: Date },
): Promise<boolean> {
  if (from !== null && (await takeOnce(tx, checkoutByAddress, from, now)) > 0) return false;
  const [unpaid] = await tx
    .select({ count: countDistinct(orders.id) })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
    .where(
      and(
        eq(checkouts.visitorHash, visitorHash),
        eq(orders.status, "pending"),
        inArray(orders.paymentStatus, ["pending", "expired"]),
        ne(orders.paymentMethod, "bitcoin"),
        isNull(orders.deletedAt),
      ),
    );
  return (unpaid?.count ?? 0) < MAX_UNPAID_ORDERS;
}

/** Checkouts that a network address opens before its amounts come from the upper half of the range. */
const UNCROWDED_PER_HOUR = 3;
const UNCROWDED_PER_DAY = 6;

/** Checkouts with a running, unpaid quote that one visitor can have. */
export const MAX_UNPAID_CHECKOUTS = 10;

/**
 * Checks whether a checkout may be given an amount. Unless it is counted already, by an earlier amount, counts one attempt of
 * the network address it comes from, null where there is none; `crowded` when that opened many lately.
 */
export async function mayOpenQuote(
  tx: Db,
  input: {
    checkoutId: string;
    visitorHash: string;
    isCounted: boolean;
    from: string | null;
    now: Date;
  },
): Promise<Result<{ crowded: boolean }, "too-many-unpaid">> {
  const { checkoutId, visitorHash, isCounted, from, now } = input;
  if (isCounted) return ok({ crowded: await isCrowded(tx, from, now) });
  let crowded = false;
  if (from !== null) {
    const limits = [checkoutByAddress, checkoutByAddressPerDay];
    const [perHour = null, perDay = null] = await takeAttempts(
      tx,
      limits.map((limit) => ({ limit, who: from })),
      now,
    );
    if (perHour === null) return err("too-many-unpaid");
    crowded = isMany(perHour, perDay ?? Infinity);
  }
  const unpaid = await countUnpaidCheckouts(tx, { checkoutId, visitorHash, now });
  return unpaid >= MAX_UNPAID_CHECKOUTS ? err("too-many-unpaid") : ok({ crowded });
}

/** Returns how many other checkouts of a visitor have a running quote and no money. */
async function countUnpaidCheckouts(
  tx: Db,
  { checkoutId, visitorHash, now }: { checkoutId: string; visitorHash: string; now: Date },
): Promise<number> {
  const money = tx
    .select({ txid: chainOutputs.txid })
    .from(chainOutputs)
    .where(
      and(
        eq(chainOutputs.checkoutId, checkouts.id),
        inArray(chainOutputs.state, ["mempool", "confirmed"]),
      ),
    );
  const paidInvoice = tx
    .select({ id: lightningInvoices.id })
    .from(lightningInvoices)
    .where(
      and(eq(lightningInvoices.checkoutId, checkouts.id), isNotNull(lightningInvoices.settledAt)),
    );
  const [unpaid] = await tx
    .select({ count: countDistinct(checkouts.id) })
    .from(checkouts)
    .innerJoin(quotes, eq(quotes.checkoutId, checkouts.id))
    .where(
      and(
        eq(checkouts.visitorHash, visitorHash),
        ne(checkouts.id, checkoutId),
        gt(quotes.expiresAt, now),
        notExists(money),
        notExists(paidInvoice),
      ),
    );
  return unpaid?.count ?? 0;
}

/** True for a network address that opened many checkouts in this hour or on this day. */
async function isCrowded(tx: Db, from: string | null, now: Date): Promise<boolean> {
  if (from === null) return false;
  return isMany(
    await countAttempts(tx, checkoutByAddress, from, now),
    await countAttempts(tx, checkoutByAddressPerDay, from, now),
  );
}

function isMany(perHour: number, perDay: number): boolean {
  return perHour > UNCROWDED_PER_HOUR || perDay > UNCROWDED_PER_DAY;
}
