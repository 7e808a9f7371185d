import { and, countDistinct, eq, gt, inArray, isNull, ne, notExists } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "../checkout/tables.ts";
import { orders } from "../orders/tables.ts";
import { chainOutputs, quotes } from "./tables.ts";
import { checkoutByAddress, tryOnce } from "../limits/limits.server.ts";

/** How many orders that are to be paid another way than in Bitcoin one visitor can have open, unpaid. */
export const UNPAID_ORDERS_AT_MOST = 10;

/**
 * Whether a visitor may place another order that is not paid in Bitcoin, where nothing is used up but somebody has to
 * look at it. Counts one try of the network address it comes from; null where there is none.
 */
export async function mayPlaceAnother(
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
  return (unpaid?.count ?? 0) < UNPAID_ORDERS_AT_MOST;
}

/** How many amounts one visitor can have open that nothing was paid for. */
export const UNPAID_AT_MOST = 10;

/**
 * Whether a checkout may be given its first amount: each uses up an address, and a wallet looks only so far beyond
 * the last paid one. Counts one try of the network address it comes from; null where there is none.
 */
export async function mayOpenAnother(
  tx: Db,
  {
    checkoutId,
    visitorHash,
    from,
    now,
  }: { checkoutId: string; visitorHash: string; from: string | null; now: Date },
): Promise<boolean> {
  const [before] = await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(eq(quotes.checkoutId, checkoutId))
    .limit(1);
  if (before) return true;
  if (from !== null && (await tryOnce(tx, checkoutByAddress, from, now)) > 0) return false;
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
  return (unpaid?.count ?? 0) < UNPAID_AT_MOST;
}
