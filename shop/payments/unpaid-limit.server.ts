import { and, countDistinct, eq, gt, inArray, ne, notExists } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "#db/schema/checkout.server.ts";
import { chainOutputs, quotes } from "#db/schema/payments.server.ts";
import { checkoutByAddress, tryOnce } from "#shop/limits/limits.server.ts";

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
