import { eq, exists, inArray, not, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isNextDue } from "#db/claim-due.server.ts";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import { orderOfCheckout } from "#shop/orders/orders.server.ts";
import type { ChainSource } from "../chain/chain.ts";
import { paymentDecisions } from "../tables.ts";
import { refundTransactions } from "./tables.ts";
import { type Network, scriptOf } from "../wallet/address.ts";
import { lookUpOf, nextLookUpMs, type RefundLookUp } from "./refund-state.ts";

/** How long a claim holds; after a crash or an outage the look-up is repeated. */
const CLAIM_MS = MINUTE_MS;

/** Looks up the next due refund transaction and stores what the chain shows; false when none was due. */
export async function checkNextRefund(
  db: Db,
  source: Pick<ChainSource, "transactionOf">,
  { network, now }: { network: Network; now: Date },
): Promise<boolean> {
  const claimed = await claimNext(db, now);
  if (!claimed) return false;
  const { id, refund, checkoutId, at } = claimed.decision;
  if (!refund || !("txid" in refund)) throw new Error(`decision ${id} is no refund on the chain`);
  const transaction = await source.transactionOf(refund.txid, claimed.blockHash);
  const found = lookUpOf(transaction, scriptOf(refund.address, network));
  const pause = nextLookUpMs(found, {
    confirmations: transaction?.block?.confirmations ?? 0,
    age: now.getTime() - at.getTime(),
  });
  await db.transaction(async (tx) => {
    await tx
      .update(refundTransactions)
      .set({
        ...found,
        blockHash: transaction?.block?.hash ?? null,
        nextCheckAt: pause === null ? null : addMs(now, pause),
      })
      .where(eq(refundTransactions.decisionId, id));
    const order = checkoutId === null ? null : await orderOfCheckout(tx, checkoutId);
    await notify(tx, CHANGES_CHANNEL, "reviews", ...(order ? [`order:${order.id}`] : []));
  });
  return true;
}

/** Returns what was found of these decisions' refunds, by the decision's id. */
export async function refundLookUps(
  db: Db,
  decisionIds: readonly number[],
): Promise<Map<number, RefundLookUp>> {
  if (decisionIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(refundTransactions)
    .where(inArray(refundTransactions.decisionId, [...decisionIds]));
  return new Map(rows.map(({ decisionId, state, paidSats }) => [decisionId, { state, paidSats }]));
}

/** Claims a due look-up, so that no other instance makes it. A refund that was undone is not followed. */
async function claimNext(db: Db, now: Date) {
  const { decisionId, nextCheckAt } = refundTransactions;
  const undoing = alias(paymentDecisions, "undoing");
  const isUndone = exists(
    db
      .select({ one: sql`1` })
      .from(undoing)
      .where(eq(undoing.undoes, decisionId)),
  );
  const next = isNextDue(db, {
    table: refundTransactions,
    key: [decisionId],
    dueAt: nextCheckAt,
    now,
    where: not(isUndone),
    limit: 1,
  });
  const [claimed] = await db
    .update(refundTransactions)
    .set({ nextCheckAt: addMs(now, CLAIM_MS) })
    .where(next)
    .returning({ decisionId, blockHash: refundTransactions.blockHash });
  if (!claimed) return null;
  const [decision] = await db
    .select()
    .from(paymentDecisions)
    .where(eq(paymentDecisions.id, claimed.decisionId));
  return decision ? { decision, blockHash: claimed.blockHash } : null;
}
