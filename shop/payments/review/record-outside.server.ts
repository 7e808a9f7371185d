import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { err, type Result } from "#lib/result.ts";
import { isAdministrator } from "#shop/accounts/admins.server.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { orders } from "#shop/orders/tables.ts";
import type { ReportedTransaction } from "../chain/chain.ts";
import { decisionsOfOutput, tipHeight } from "../facts.server.ts";
import type { PaymentPolicy } from "../model/payment.ts";
import { chainOutputs, quotes } from "../tables.ts";
import { addressOf, type Network } from "../wallet/address.ts";
import { findOutside, type OutsideProblem } from "./outside-output.ts";
import { attachLockedOutput } from "./reviews.server.ts";

/** Bitcoins that a buyer sent to another address than the order's, as an administrator states them. */
interface OutsidePayment {
  orderId: string;
  txid: string;
  sats: number;
  receivedAt: Date;
}

/** Why they were not recorded: `known` for an output that counts for an order already, null for one without an order. */
export type OutsideError =
  | "forbidden"
  | "no-order"
  | "no-quote"
  | "stale"
  | OutsideProblem
  | { kind: "known"; orderId: string | null };

/**
 * Records bitcoins that arrived elsewhere as a payment of an order, with the transaction as the chain source has it.
 * Its output is stored like those to the shop's addresses, of which each exists once, and is attached to the order by a
 * decision, which can be undone.
 */
export async function recordOutside(
  db: Db,
  payment: OutsidePayment,
  by: {
    transaction: ReportedTransaction | null;
    network: Network;
    actor: Actor;
    policy: PaymentPolicy;
    now: Date;
  },
): Promise<Result<void, OutsideError>> {
  const { transaction, network, actor, policy, now } = by;
  const { orderId, txid, sats } = payment;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const order = await findOrder(tx, orderId);
    if (!order) return err("no-order");
    // Without one it is not known how much is due in Bitcoin.
    if ((await tx.$count(quotes, eq(quotes.checkoutId, order.checkoutId))) === 0)
      return err("no-quote");
    const found = findOutside(transaction, sats);
    if (!found.ok) return found;
    const { block, outputs } = found.value;
    const tip = await tipHeight(tx);
    for (const { vout, script } of outputs) {
      const isFree = await storeOutside(tx, {
        ...{ txid, vout, sats, firstSeenAt: payment.receivedAt },
        address: addressOf(script, network) ?? script,
        blockHash: block.hash,
        blockHeight: Math.max(0, tip - block.confirmations + 1),
      });
      if (!isFree) continue;
      const { length: version } = await decisionsOfOutput(tx, { txid, vout });
      const reason = "Received at another address";
      const seen = { version, receivedSats: sats };
      const deciding = { subject: { txid, vout }, actor, reason, seen, policy, now };
      const attached = await attachLockedOutput(tx, order, deciding);
      if (attached.ok) return attached;
      return err(attached.error === "not-found" ? "stale" : attached.error);
    }
    return err({ kind: "known", orderId: await orderOfOutputs(tx, txid, sats) });
  });
}

/** Stores an output as final and locks it; false if it counts for a checkout already. */
async function storeOutside(
  tx: Db,
  output: Omit<typeof chainOutputs.$inferInsert, "state">,
): Promise<boolean> {
  const { blockHash, blockHeight } = output;
  const stored = await tx
    .insert(chainOutputs)
    .values({ ...output, state: "confirmed" })
    .onConflictDoUpdate({
      target: [chainOutputs.txid, chainOutputs.vout],
      set: { state: "confirmed", blockHash, blockHeight, replacedBy: null },
      setWhere: isNull(chainOutputs.checkoutId),
    })
    .returning({ txid: sql`1` });
  return stored.length > 0;
}

/** Returns the order that an output of this amount counts for. */
async function orderOfOutputs(tx: Db, txid: string, sats: number): Promise<string | null> {
  const [found] = await tx
    .select({ orderId: orders.id })
    .from(chainOutputs)
    .innerJoin(orders, eq(orders.checkoutId, chainOutputs.checkoutId))
    .where(and(eq(chainOutputs.txid, txid), eq(chainOutputs.sats, sats)))
    .limit(1);
  return found?.orderId ?? null;
}
