import { isUuid } from "#lib/text.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import { isSettled } from "#shop/orders/payment-status.ts";
import {
  type Assessment,
  type DecisionFact,
  type DecisionKind,
  type InvoiceFact,
  isLive,
  type OutputFact,
  paidInvoices,
  activeDecisions,
} from "../model/payment.ts";

/**
 * Why a payment needs a decision by an administrator: too little (`underpaid`), too `late`, received `again` after a
 * refund, too much (`overpaid`), for an order that was `rejected`, `deleted` or paid already (`twice`), in another
 * `currency`, `disputed` by the payer, `bounced` (a refund did not reach the buyer), `refunded-twice` (to credit, and by
 * its provider), or `unclaimed` by any checkout.
 */
export type ReviewReason =
  | "underpaid"
  | "late"
  | "again"
  | "overpaid"
  | "rejected"
  | "deleted"
  | "twice"
  | "currency"
  | "disputed"
  | "bounced"
  | "refunded-twice"
  | "unclaimed";

/** The maximum length of a decision's reason, in characters. */
export const REASON_MAX = 500;

/** A payment on the chain: that of a checkout, or one unclaimed output. */
export type ChainSubject = { checkoutId: string } | { txid: string; vout: number };

/** The subject of a review: a payment on the chain, or one receipt. */
export type ReviewSubject = ChainSubject | { receiptId: number };

const outpoint = /^([0-9a-f]{64}):(\d{1,9})$/;

/** Returns the subject as text for a URL: a checkout's id, `txid:vout`, or `receipt-` and its id. */
export function subjectKey(subject: ReviewSubject): string {
  if ("receiptId" in subject) return `receipt-${subject.receiptId}`;
  return "checkoutId" in subject ? subject.checkoutId : `${subject.txid}:${subject.vout}`;
}

/** Parses a subject key; returns null for any other text. */
export function parseSubject(key: string): ReviewSubject | null {
  if (isUuid(key)) return { checkoutId: key };
  const [, receiptId] = /^receipt-(\d{1,15})$/.exec(key) ?? [];
  if (receiptId) return { receiptId: Number(receiptId) };
  const [, txid, vout] = outpoint.exec(key) ?? [];
  return txid && vout ? { txid, vout: Number(vout) } : null;
}

/** The state of a checkout's order: none yet, an order (possibly deleted), or one that was purged at this time. */
export type OrderState =
  | { kind: "none" }
  | { kind: "order"; status: OrderStatus; settledAt: Date | null; deletedAt: Date | null }
  | { kind: "purged"; at: Date };

/** Returns why the on-chain payment of a checkout needs a decision; null if it needs none. */
export function reviewReason(facts: {
  assessment: Assessment;
  outputs: readonly OutputFact[];
  invoices: readonly InvoiceFact[];
  decisions: readonly DecisionFact[];
  order: OrderState;
  /** True when the order is settled by another payment method. */
  paidOtherwise: boolean;
}): ReviewReason | null {
  const { assessment, outputs, invoices, decisions, order, paidOtherwise } = facts;
  const { status, receivedSats, refundedSats } = assessment;
  if (receivedSats === 0 || status === "refunded") return null;
  // A decision covers only the amount that had been received when it was made.
  const decided = activeDecisions(decisions).filter(
    (decision) => decision.receivedSats >= receivedSats,
  );
  const received = [...outputs.filter(isLive), ...paidInvoices(invoices)];
  if (arrivedAfterDeletion(order, received)) {
    const handled = decided.some(({ kind }) => kind === "accept" || kind === "refund");
    return handled ? null : "deleted";
  }
  if (paidOtherwise && !isSettled(status) && status !== "detected") {
    const isOpen = receivedSats > refundedSats && !decided.some(({ kind }) => kind === "accept");
    return isOpen ? "twice" : null;
  }
  if (status !== "review" && receivedSats <= refundedSats) return null;
  if (status !== "review" && decided.some(({ kind }) => kind === "accept")) return null;
  if (order.kind === "order" && order.status === "rejected") return "rejected";
  if (status === "review") return assessment.reason;
  return assessment.excessSats > 0 ? "overpaid" : null;
}

/** True when money did not settle the order before it was deleted. */
function arrivedAfterDeletion(
  order: OrderState,
  received: readonly { firstSeenAt: Date }[],
): boolean {
  if (order.kind === "none") return false;
  if (order.kind === "purged") return received.some(({ firstSeenAt }) => firstSeenAt > order.at);
  const { deletedAt, settledAt } = order;
  if (!deletedAt) return false;
  if (!settledAt || settledAt > deletedAt) return true;
  return received.some(({ firstSeenAt }) => firstSeenAt > deletedAt);
}

/** Returns why an output without a checkout needs a decision; null if it needs none. */
export function unclaimedReason(
  output: OutputFact,
  decisions: readonly DecisionFact[],
): ReviewReason | null {
  return isLive(output) && activeDecisions(decisions).length === 0 ? "unclaimed" : null;
}

/** A decision that the forms offer; `undo` only refers to one of these. `credit` refunds to the buyer's account. */
export type Choice = Exclude<DecisionKind, "undo"> | "credit";

/** Returns the possible decisions about a payment on the chain. A top-up can be requested only for an order. */
export function choicesFor(facts: {
  reason: ReviewReason | null;
  /** A part has arrived in time, and the buyer may still send the rest. */
  isPartial: boolean;
  hasOrder: boolean;
  /** The buyer has an account that can get credit. */
  hasAccount: boolean;
  /** Satoshis received minus refunded. */
  netSats: number;
}): Choice[] {
  const { reason, isPartial, hasOrder, hasAccount, netSats } = facts;
  const isTooLittle =
    isPartial || reason === "underpaid" || reason === "late" || reason === "again";
  return [
    ...(reason === "unclaimed" ? ["attach" as const] : []),
    ...(reason || isPartial ? ["accept" as const] : []),
    ...(isTooLittle && hasOrder ? ["ask" as const] : []),
    ...(netSats > 0 ? ["refund" as const] : []),
    ...(netSats > 0 && hasAccount ? ["credit" as const] : []),
  ];
}

/** Returns the possible decisions about a receipt. No top-up: the order's page shows the outstanding amount. */
export function choicesForReceipt(facts: {
  reason: ReviewReason | null;
  /** True when it belongs to a checkout, even if its order was purged. */
  claimed: boolean;
  /** It can become credit of the buyer's account. */
  canBeCredit: boolean;
  unrefundedCents: number;
}): Choice[] {
  const { reason, claimed, canBeCredit, unrefundedCents } = facts;
  return [
    ...(claimed ? [] : ["attach" as const]),
    ...(reason ? ["accept" as const] : []),
    ...(unrefundedCents > 0 ? ["refund" as const] : []),
    ...(unrefundedCents > 0 && canBeCredit ? ["credit" as const] : []),
  ];
}

/** A proposed refund, and the amount that the shop keeps; both in satoshis or both in cents. */
export interface RefundProposal {
  amount: number;
  kept: number;
}

/** Proposes to refund the excess of an order that goes on, and otherwise the whole remaining amount. */
export function proposeRefund(money: {
  /** What is left of the payment after earlier refunds. */
  left: number;
  /** The part that the order does not need; 0 for none. */
  excess: number;
  order: { status: OrderStatus; deleted: boolean } | null;
}): RefundProposal {
  const { left, excess, order } = money;
  const goesOn = order !== null && !order.deleted && order.status !== "rejected";
  const amount = goesOn && excess > 0 ? Math.min(excess, left) : left;
  return { amount, kept: left - amount };
}

/** Why an amount cannot be refunded; `beyond-excess` asks for a confirmation. */
export type RefundAmountError = "bad-amount" | "too-much" | "beyond-excess";

/** Checks the amount of a refund; null when it is fine. */
export function checkRefundAmount(
  amount: number,
  { amount: proposed, kept }: RefundProposal,
  { beyondExcess = false }: { beyondExcess?: boolean },
): RefundAmountError | null {
  if (!Number.isSafeInteger(amount) || amount <= 0) return "bad-amount";
  if (amount > proposed + kept) return "too-much";
  return kept > 0 && amount > proposed && !beyondExcess ? "beyond-excess" : null;
}
