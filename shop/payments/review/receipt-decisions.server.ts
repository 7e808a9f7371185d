import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { receipts, type paymentDecisions } from "../tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { mayChange } from "#shop/accounts/admins.server.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { lockCheckout } from "#shop/checkouts/lock-checkout.server.ts";
import { undoCreditedRefund } from "#shop/credit/refunded-credit.server.ts";
import { mailRefund } from "#shop/orders/payment-mails.server.ts";
import { findOrder, orderOfCheckout, type StoredOrder } from "#shop/orders/orders.server.ts";
import { type DecisionError, recordDecision } from "./record-decision.server.ts";
import {
  decisionsOfReceipts,
  type StoredDecision,
  type StoredReceipt,
  type StoredReceiptDecision,
} from "../facts.server.ts";
import type { DecisionKind, PaymentPolicy } from "../model/payment.ts";
import { proposeReceiptRefund } from "./receipt-proposal.server.ts";
import { checkRefundAmount, type RefundAmountError } from "./review.ts";
import { leftCents, totalRefundedCents } from "../model/receipt.ts";
import { reassessReceipt, lockReceipt } from "../receipts.server.ts";

/** Input of every decision about a receipt. */
export interface ReceiptDecisionInput {
  receiptId: number;
  actor: Actor;
  /** The reason, in the administrator's words. */
  reason: string;
  /** The `receiptVersion` that the administrator saw. */
  version: string;
  policy: PaymentPolicy;
  now: Date;
}

/** A receipt, locked until the transaction ends. */
interface FoundReceipt {
  receipt: StoredReceipt;
  order: StoredOrder | null;
  decisions: StoredReceiptDecision[];
}

/** Returns a version that changes with the receipt: its refunds, its dispute, its checkout, its decisions. */
export function receiptVersion(
  { refundedCents, bouncedCents, dispute, checkoutId }: StoredReceipt,
  decisions: readonly StoredReceiptDecision[],
): string {
  return [decisions.length, refundedCents, bouncedCents, dispute ?? "-", checkoutId ?? "-"].join(
    " ",
  );
}

/** Accepts a receipt: as the payment of its order, or as needing nothing more. */
export async function acceptReceipt(
  db: Db,
  deciding: ReceiptDecisionInput,
): Promise<Result<void, DecisionError | "no-money">> {
  return db.transaction(async (tx) => {
    const found = await lockForReceiptDecision(tx, deciding);
    if (!found.ok) return found;
    if (leftCents(found.value.receipt) === 0 && found.value.receipt.dispute === null)
      return err("no-money");
    await storeReceiptDecision(tx, found.value, deciding, "accept");
    await reassessReceipt(tx, found.value.receipt, deciding);
    return ok(undefined);
  });
}

/** Attaches an unclaimed receipt to an order, as if it had been paid for it. */
export async function attachReceipt(
  db: Db,
  deciding: ReceiptDecisionInput & { orderId: string },
): Promise<Result<void, DecisionError | "no-order">> {
  return db.transaction(async (tx) => {
    if (!(await mayChange(tx, deciding.actor, "payments"))) return err("forbidden");
    const order = await findOrder(tx, deciding.orderId);
    if (!order) return err("no-order");
    // Locks the checkout before the receipt, as `storeReceipt` does.
    await lockCheckout(tx, order.checkoutId);
    const found = await lockForReceiptDecision(tx, deciding);
    if (!found.ok) return found;
    const { receipt } = found.value;
    if (receipt.checkoutId !== null) return err("stale");
    const { checkoutId } = order;
    await storeReceiptDecision(tx, { ...found.value, order }, deciding, "attach", { checkoutId });
    await tx.update(receipts).set({ checkoutId }).where(eq(receipts.id, receipt.id));
    await reassessReceipt(tx, receipt, deciding);
    await reassessReceipt(tx, { ...receipt, checkoutId }, deciding);
    return ok(undefined);
  });
}

/**
 * Records a refund of a receipt and mails the buyer. A refund by hand is added to the refunded cents; one sent by the
 * provider is counted once, whether its report or this call comes first.
 */
export async function recordReceiptRefund(
  db: Db,
  deciding: ReceiptDecisionInput & {
    cents: number;
    /** The refund's id at the provider or the bank; null without one. */
    reference: string | null;
    /** True to refund more than the excess. */
    beyondExcess?: boolean;
    /** The receipt before the refund was requested from its provider; null for a refund by hand. */
    before: StoredReceipt | null;
  },
): Promise<Result<void, DecisionError | RefundAmountError>> {
  const { cents, reference, before, now } = deciding;
  return db.transaction(async (tx) => {
    const found = await lockForReceiptDecision(tx, deciding, { anyVersion: before !== null });
    if (!found.ok) return found;
    const { receipt, order } = found.value;
    const problem =
      before === null &&
      checkRefundAmount(cents, await proposeReceiptRefund(tx, receipt, order), deciding);
    if (problem) return err(problem);
    // The provider answers two simultaneous requests with the same refund, which is recorded once.
    const isRecorded =
      before !== null &&
      found.value.decisions.some(({ refundReference }) => refundReference === reference);
    if (isRecorded) return ok(undefined);
    const decision = await storeReceiptDecision(tx, found.value, deciding, "refund", {
      refundCents: cents,
      refundReference: reference,
      // The decision does not cover a bounce of this refund, which may have been reported already.
      ...(before && { bouncedCents: before.bouncedCents }),
    });
    const [updated] = await tx
      .update(receipts)
      .set({
        refundedAt: now,
        refundedCents:
          before === null
            ? sql`${receipts.refundedCents} + ${cents}`
            : sql`greatest(${receipts.refundedCents}, ${totalRefundedCents(before) + cents}::bigint - ${receipts.bouncedCents})`,
      })
      .where(eq(receipts.id, receipt.id))
      .returning();
    if (order) {
      const { method, currency } = receipt;
      const refund = { method, cents, currency };
      await mailRefund(tx, order, { refund, decisionId: decision.id, now });
    }
    await reassessReceipt(tx, updated ?? receipt, deciding);
    return ok(undefined);
  });
}

/** Undoes a decision about a receipt; rejects a refund that a provider has sent. */
export async function undoReceiptDecision(
  tx: Db,
  decision: StoredDecision,
  undoing: Omit<ReceiptDecisionInput, "receiptId" | "version">,
): Promise<Result<void, DecisionError | "sent">> {
  const { receiptId, kind } = decision;
  if (receiptId === null) throw new Error(`decision ${decision.id} is about no receipt`);
  const deciding = { ...undoing, receiptId, version: "" };
  const found = await lockForReceiptDecision(tx, deciding, { anyVersion: true });
  if (!found.ok) return found;
  const { receipt, decisions } = found.value;
  if (decisions.some(({ undoes }) => undoes === decision.id)) return err("stale");
  if (isSentByProvider(decision, receipt)) return err("sent");
  await storeReceiptDecision(tx, found.value, deciding, "undo", { undoes: decision.id });
  await undoCreditedRefund(tx, decision.id, undoing.now);
  const [undone] = await tx
    .update(receipts)
    .set({
      ...(kind === "attach" && { checkoutId: null }),
      ...withoutRefund(decision),
    })
    .where(eq(receipts.id, receiptId))
    .returning();
  // First the order that it was attached to, then the detached receipt.
  if (kind === "attach") await reassessReceipt(tx, receipt, undoing);
  if (undone) await reassessReceipt(tx, undone, undoing);
  return ok(undefined);
}

/** True for a refund that the provider of the receipt has sent, which nobody can take back. */
export function isSentByProvider(
  { kind, refund }: Pick<StoredDecision, "kind" | "refund">,
  receipt: Pick<StoredReceipt, "pageReference"> | null,
): boolean {
  return kind === "refund" && refund === null && (receipt?.pageReference ?? null) !== null;
}

/** The sum of a receipt that a refund was added to, without it. */
function withoutRefund({ refund, refundCents }: StoredDecision) {
  const { refundedCents, creditedCents } = receipts;
  return refund
    ? { creditedCents: sql`${creditedCents} - ${refundCents ?? 0}` }
    : { refundedCents: sql`${refundedCents} - ${refundCents ?? 0}` };
}

/** Locks a receipt and its order, and checks that the administrator saw the current version. */
export async function lockForReceiptDecision(
  tx: Db,
  { receiptId, actor, version }: ReceiptDecisionInput,
  { anyVersion } = { anyVersion: false },
): Promise<Result<FoundReceipt, DecisionError>> {
  if (!(await mayChange(tx, actor, "payments"))) return err("forbidden");
  const receipt = await lockReceipt(tx, receiptId);
  if (!receipt) return err("not-found");
  const decisions = await decisionsOfReceipts(tx, [receiptId]);
  if (!anyVersion && receiptVersion(receipt, decisions) !== version) return err("stale");
  const order = receipt.checkoutId
    ? await orderOfCheckout(tx, receipt.checkoutId, { lock: true })
    : null;
  return ok({ receipt, order, decisions });
}

/** Stores a decision about a receipt, with what the administrator saw of it. */
export function storeReceiptDecision(
  tx: Db,
  { receipt, order }: FoundReceipt,
  { actor, reason, now }: ReceiptDecisionInput,
  kind: DecisionKind,
  values: Partial<typeof paymentDecisions.$inferInsert> = {},
): Promise<StoredDecision> {
  const { method, cents, currency, reference, bouncedCents, dispute } = receipt;
  const refund = values.refundCents ? { refundCents: values.refundCents } : {};
  return recordDecision(tx, {
    actor,
    reason,
    order,
    paymentId: reference,
    values: {
      receiptId: receipt.id,
      checkoutId: receipt.checkoutId,
      receivedCents: leftCents(receipt),
      bouncedCents,
      dispute,
      ...values,
      kind,
    },
    auditData: { method, cents, currency, ...refund },
    eventData: values.refundCents ? { ...refund, currency } : {},
    now,
  });
}
