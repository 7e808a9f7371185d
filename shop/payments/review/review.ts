import { isUuid } from "#lib/text.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import {
  type Assessment,
  type DecisionFact,
  type DecisionKind,
  isLive,
  isSettled,
  type OutputFact,
  activeDecisions,
} from "../model/payment.ts";

/**
 * Why a person has to decide about money: it is too little (`underpaid`), too late, there `again` after it was
 * sent back, too much (`overpaid`), for an order that was `rejected` or `deleted` or is paid already (`twice`), of
 * another `currency`, objected to by who paid (`disputed`), back from a refund that did not reach the buyer
 * (`bounced`), or nobody's (`unclaimed`).
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
  | "unclaimed";

/** How long the reason of a decision may be, in characters. */
export const REASON_MAX = 500;

/** Money on the chain that waits: what came for a checkout, by its id, or one output that no checkout claims. */
export type ChainSubject = { checkoutId: string } | { txid: string; vout: number };

/** What a payment that waits is about: money on the chain, or one receipt. */
export type ReviewSubject = ChainSubject | { receiptId: number };

const outpoint = /^([0-9a-f]{64}):(\d{1,9})$/;

/** A subject as it stands in an address: a checkout's id, `txid:vout`, or `receipt-` and its number. */
export function subjectKey(subject: ReviewSubject): string {
  if ("receiptId" in subject) return `receipt-${subject.receiptId}`;
  return "checkoutId" in subject ? subject.checkoutId : `${subject.txid}:${subject.vout}`;
}

/** The subject of such a key; null for anything else. */
export function parseSubject(key: string): ReviewSubject | null {
  if (isUuid(key)) return { checkoutId: key };
  const [, receiptId] = /^receipt-(\d{1,15})$/.exec(key) ?? [];
  if (receiptId) return { receiptId: Number(receiptId) };
  const [, txid, vout] = outpoint.exec(key) ?? [];
  return txid && vout ? { txid, vout: Number(vout) } : null;
}

/** What became of the checkout's order: none yet, one that lives or was deleted, or one that is gone for good, with all money until `at` known. */
export type OrderState =
  | { kind: "none" }
  | { kind: "order"; status: OrderStatus; settledAt: Date | null; deletedAt: Date | null }
  | { kind: "purged"; at: Date };

/** Why a person has to decide about a checkout's money, if there is anything to decide. */
export function reviewReason(facts: {
  assessment: Assessment;
  outputs: readonly OutputFact[];
  decisions: readonly DecisionFact[];
  order: OrderState;
  /** Whether it was paid by another way. */
  paidOtherwise: boolean;
}): ReviewReason | null {
  const { assessment, outputs, decisions, order, paidOtherwise } = facts;
  const { status, receivedSats, refundedSats } = assessment;
  if (receivedSats === 0 || status === "refunded") return null;
  // A decision speaks of what was there when it was made.
  const decided = activeDecisions(decisions).filter(
    (decision) => decision.receivedSats >= receivedSats,
  );
  if (cameTooLate(order, outputs.filter(isLive))) {
    const handled = decided.some(({ kind }) => kind === "accept" || kind === "refund");
    return handled ? null : "deleted";
  }
  if (paidOtherwise && !isSettled(status) && status !== "detected") {
    const kept = receivedSats > refundedSats && !decided.some(({ kind }) => kind === "accept");
    return kept ? "twice" : null;
  }
  if (status !== "review" && receivedSats <= refundedSats) return null;
  if (status !== "review" && decided.some(({ kind }) => kind === "accept")) return null;
  if (order.kind === "order" && order.status === "rejected") return "rejected";
  if (status === "review") return assessment.reason;
  return assessment.excessSats > 0 ? "overpaid" : null;
}

/** True for money that is not what a deleted order was settled with. */
function cameTooLate(order: OrderState, live: readonly OutputFact[]): boolean {
  if (order.kind === "none") return false;
  if (order.kind === "purged") return live.some((output) => output.firstSeenAt > order.at);
  const { deletedAt, settledAt } = order;
  if (!deletedAt) return false;
  if (!settledAt || settledAt > deletedAt) return true;
  return live.some((output) => output.firstSeenAt > deletedAt);
}

/** Why a person has to decide about an output that no checkout claims, if there is anything to decide. */
export function unclaimedReason(
  output: OutputFact,
  decisions: readonly DecisionFact[],
): ReviewReason | null {
  return isLive(output) && activeDecisions(decisions).length === 0 ? "unclaimed" : null;
}

/** What can be decided; to undo is to take one of these back. */
export type Choice = Exclude<DecisionKind, "undo">;

/** Which of them make sense here. Without an order nobody can be asked for the rest; what is sent back is sent back anyway. */
export function choicesFor(facts: {
  reason: ReviewReason | null;
  hasOrder: boolean;
  /** What is left of it after earlier refunds. */
  netSats: number;
}): Choice[] {
  const { reason, hasOrder, netSats } = facts;
  const asks = reason === "underpaid" || reason === "late" || reason === "again";
  return [
    ...(reason === "unclaimed" ? ["attach" as const] : []),
    ...(reason ? ["accept" as const] : []),
    ...(asks && hasOrder ? ["ask" as const] : []),
    ...(netSats > 0 ? ["refund" as const] : []),
  ];
}

/** The same for a receipt: whoever sent too little has the order's page, which shows what is missing. */
export function choicesForReceipt(facts: {
  reason: ReviewReason | null;
  /** Whether it belongs to an order, or to one that is gone. */
  claimed: boolean;
  unrefundedCents: number;
}): Choice[] {
  const { reason, claimed, unrefundedCents } = facts;
  return [
    ...(claimed ? [] : ["attach" as const]),
    ...(reason ? ["accept" as const] : []),
    ...(unrefundedCents > 0 ? ["refund" as const] : []),
  ];
}

/** A proposed refund, and what of the payment is kept; both in satoshis or both in cents. */
export interface RefundProposal {
  amount: number;
  kept: number;
}

/** Proposes to refund what is too much for an order that goes on, and otherwise all that is left. */
export function proposeRefund(money: {
  /** What is left of the payment after earlier refunds. */
  left: number;
  /** What of it is more than the order needs; 0 for none. */
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
