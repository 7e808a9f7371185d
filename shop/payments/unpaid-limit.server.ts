import { and, countDistinct, eq, gt, inArray, isNull, ne, notExists } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { checkouts } from "../checkout/tables.ts";
import { orders } from "../orders/tables.ts";
import { chainOutputs, quotes } from "./tables.ts";
import {
  checkoutByAddress,
  checkoutByAddressPerDay,
  countTries,
  tryOnce,
} from "../limits/limits.server.ts";

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
  if (from !== null && (await tryOnce(tx, checkoutByAddress, from, now)) > 0) return false;
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
 * Checks whether a checkout may be given its first amount. Counts one try of the network address it comes from, null
 * where there is none; `crowded` when that opened many lately.
 */
export async function mayOpenQuote(
  tx: Db,
  {
    checkoutId,
    visitorHash,
    from,
    now,
  }: { checkoutId: string; visitorHash: string; from: string | null; now: Date },
): Promise<Result<{ crowded: boolean }, "too-many-unpaid">> {
  const [before] = await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(eq(quotes.checkoutId, checkoutId))
    .limit(1);
  if (before) return ok({ crowded: await isCrowded(tx, from, now) });
  if (from !== null) {
    if ((await tryOnce(tx, checkoutByAddress, from, now)) > 0) return err("too-many-unpaid");
    await tryOnce(tx, checkoutByAddressPerDay, from, now);
  }
  const money = tx
    .select({ txid: chainOutputs.txid })
    .from(chainOutputs)
    .where(
      and(
        eq(chainOutputs.checkoutId, checkouts.id),
        inArray(chainOutputs.state, ["mempool", "confirmed"]),
      ),
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
      ),
    );
  if ((unpaid?.count ?? 0) >= MAX_UNPAID_CHECKOUTS) return err("too-many-unpaid");
  return ok({ crowded: await isCrowded(tx, from, now) });
}

/** True for a network address that opened many checkouts in this hour or on this day. */
async function isCrowded(tx: Db, from: string | null, now: Date): Promise<boolean> {
  if (from === null) return false;
  return (
    (await countTries(tx, checkoutByAddress, from, now)) > UNCROWDED_PER_HOUR ||
    (await countTries(tx, checkoutByAddressPerDay, from, now)) > UNCROWDED_PER_DAY
  );
}
