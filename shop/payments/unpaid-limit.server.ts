import { and, countDistinct, eq, gt, inArray, isNull, ne, notExists } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { checkouts } from "../checkout/tables.ts";
import { orders } from "../orders/tables.ts";
import { CROWDED_FROM } from "./amounts.server.ts";
import { chainOutputs, quotes } from "./tables.ts";
import { checkoutByAddress, takeTry, tryOnce } from "../limits/limits.server.ts";

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
 * Checks whether a checkout may be given its first amount. Counts one try of the network address it comes from, null
 * where there is none; `crowded` when that opened many lately.
 */
export async function mayOpenAnother(
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
  if (before) return ok({ crowded: false });
  const spent = from === null ? null : await takeTry(tx, checkoutByAddress, from, now);
  if (spent?.allowed === false) return err("too-many-unpaid");
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
  if ((unpaid?.count ?? 0) >= UNPAID_AT_MOST) return err("too-many-unpaid");
  return ok({ crowded: spent !== null && spent.max - spent.remaining > CROWDED_FROM });
}
