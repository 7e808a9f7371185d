import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { chainOutputs, paymentDecisions } from "../tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { mayChange } from "#shop/accounts/admins.server.ts";
import { undoCreditedRefund } from "#shop/credit/refunded-credit.server.ts";
import { findOrder, type StoredOrder } from "#shop/orders/orders.server.ts";
import {
  reassessDecided,
  type DecisionInput,
  lockForDecision,
  lockOutput,
  storeDecision,
} from "./decisions.server.ts";
import type { DecisionError } from "./record-decision.server.ts";
import { reassess } from "../payments.server.ts";
import { undoReceiptDecision } from "./receipt-decisions.server.ts";

/** Accepts a payment on the chain: as the payment of its order, or as needing nothing more. */
export async function acceptPayment(
  db: Db,
  deciding: DecisionInput,
): Promise<Result<void, DecisionError | "no-money">> {
  return db.transaction(async (tx) => {
    const found = await lockForDecision(tx, deciding);
    if (!found.ok) return found;
    if (found.value.receivedSats === 0) return err("no-money");
    await storeDecision(tx, found.value, deciding, { kind: "accept" });
    await reassessDecided(tx, found.value, deciding);
    return ok(undefined);
  });
}

/** Attaches an unclaimed output to an order, as if it had been sent for it. */
export async function attachOutput(
  db: Db,
  deciding: DecisionInput & { orderId: string },
): Promise<Result<void, DecisionError | "no-order">> {
  return db.transaction(async (tx) => {
    const order = await findOrder(tx, deciding.orderId);
    return attachLockedOutput(tx, order, deciding);
  });
}

/** Attaches an unclaimed output to this order, inside a transaction. */
export async function attachLockedOutput(
  tx: Db,
  order: StoredOrder | null,
  deciding: DecisionInput,
): Promise<Result<void, DecisionError | "no-order">> {
  const { subject, policy, now } = deciding;
  const found = await lockForDecision(tx, deciding);
  if (!found.ok) return found;
  if (!("txid" in subject)) return err("not-found");
  if (!order) return err("no-order");
  const { checkoutId } = order;
  await storeDecision(tx, found.value, deciding, {
    kind: "attach",
    checkoutId,
    data: { orderId: order.id },
  });
  await assignOutput(tx, subject, checkoutId);
  await reassessDecided(tx, found.value, deciding);
  await reassess(tx, checkoutId, policy, now);
  return ok(undefined);
}

/** Undoes a decision and reassesses the payment without it. The order's status stays as it is. */
export async function undoDecision(
  db: Db,
  deciding: Omit<DecisionInput, "subject"> & { decisionId: number },
): Promise<Result<void, DecisionError | "sent">> {
  const { decisionId, actor } = deciding;
  return db.transaction(async (tx) => {
    if (!(await mayChange(tx, actor, "payments"))) return err("forbidden");
    const [decision] = await tx
      .select()
      .from(paymentDecisions)
      .where(eq(paymentDecisions.id, decisionId))
      .for("no key update");
    if (!decision || decision.kind === "undo") return err("not-found");
    if (decision.receiptId !== null) return undoReceiptDecision(tx, decision, deciding);
    const { checkoutId, txid, vout, kind } = decision;
    const output = txid !== null && vout !== null ? { txid, vout } : null;
    const subject = checkoutId === null ? output : { checkoutId };
    if (!subject) throw new Error(`decision ${decisionId} has no subject`);
    const [undone] = await tx
      .select({ id: paymentDecisions.id })
      .from(paymentDecisions)
      .where(eq(paymentDecisions.undoes, decisionId));
    if (undone) return err("stale");

    // Locks the output before the checkout, as `recordOutputs` does.
    if (kind === "attach" && output) await lockOutput(tx, output);
    const found = await lockForDecision(tx, { ...deciding, subject });
    if (!found.ok) return found;
    await storeDecision(
      tx,
      found.value,
      { ...deciding, subject },
      { kind: "undo", undoes: decisionId, txid, vout, data: { undone: kind } },
    );
    await undoCreditedRefund(tx, decisionId, deciding.now);
    if (kind === "attach" && output) await assignOutput(tx, output, null);
    await reassessDecided(tx, found.value, { ...deciding, subject: output ?? subject });
    return ok(undefined);
  });
}

/** Sets the checkout of an output; null makes it unclaimed. */
async function assignOutput(
  tx: Db,
  { txid, vout }: { txid: string; vout: number },
  checkoutId: string | null,
): Promise<void> {
  await tx
    .update(chainOutputs)
    .set({ checkoutId })
    .where(and(eq(chainOutputs.txid, txid), eq(chainOutputs.vout, vout)));
}
