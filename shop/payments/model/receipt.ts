import { isSettled, type PaymentStatus } from "#shop/orders/payment-status.ts";
import type { ReviewReason, OrderState } from "../review/review.ts";
import { activeDecisions, type DecisionKind } from "./payment.ts";

/** The currency of all prices. */
export const SHOP_CURRENCY = "USD";

/** The state of a dispute, as decided for the shop: with `open` and `lost` the payment needs a review. */
export type Dispute = "open" | "won" | "lost";

/** A payment outside the chain, as reported by a bank, Stripe or PayPal. */
export interface ReceiptFact {
  id: number;
  cents: number;
  /** ISO 4217, in capitals. */
  currency: string;
  /** Refunded cents, without refunds that bounced. */
  refundedCents: number;
  /** Cents of refunds that bounced, so that they did not reach the buyer. */
  bouncedCents: number;
  /** Cents that became credit of the buyer's account. */
  creditedCents: number;
  dispute: Dispute | null;
  receivedAt: Date;
}

/** What a receipt brought, and what was returned of it. */
type Returned = Pick<ReceiptFact, "cents" | "refundedCents" | "creditedCents">;

/** A decision about a receipt, with the state of the receipt at that moment. */
export interface ReceiptDecision {
  id: number;
  receiptId: number;
  kind: DecisionKind;
  undoes: number | null;
  /** The `leftCents` of the receipt. */
  receivedCents: number;
  bouncedCents: number;
  dispute: Dispute | null;
}

export interface ReceiptFacts {
  priceCents: number;
  receipts: readonly ReceiptFact[];
  decisions: readonly ReceiptDecision[];
  /** True when the payment on the chain is settled already. */
  paidOnChain: boolean;
  order: OrderState;
}

export interface ReceiptAssessment {
  status: Extract<PaymentStatus, "paid" | "overpaid" | "review" | "reversed" | "refunded">;
  /** Net cents in the shop's currency: received minus refunded. */
  netCents: number;
  /** Outstanding cents; 0 once covered. */
  missingCents: number;
  /** The receipts that need a review, each with its reason. */
  reasons: ReadonlyMap<number, ReviewReason>;
}

/**
 * Assesses the receipts of a checkout: a pure function of the stored facts; null without receipts. There is no
 * tolerance: a sum that is not exactly the price goes to review, where an administrator may accept it.
 */
export function assessReceipts(facts: ReceiptFacts): ReceiptAssessment | null {
  const { priceCents, order } = facts;
  if (facts.receipts.length === 0) return null;
  const decisions = activeDecisions(facts.decisions);
  const receipts = facts.receipts.toSorted(
    (a, b) => a.receivedAt.getTime() - b.receivedAt.getTime() || a.id - b.id,
  );
  const isAccepted = (receipt: ReceiptFact) =>
    decisions.some(({ receiptId, kind }) => receiptId === receipt.id && kind === "accept");
  const countedCents = (receipt: ReceiptFact) => {
    const counts = receipt.currency === SHOP_CURRENCY || isAccepted(receipt);
    return counts && receipt.dispute !== "lost" ? unrefundedCents(receipt) : 0;
  };
  // Receipts in another currency do not count towards the sum; an administrator judges their value by accepting them.
  const netCents = receipts
    .filter(({ currency }) => currency === SHOP_CURRENCY)
    .reduce((total, receipt) => total + countedCents(receipt), 0);
  const covered =
    netCents >= priceCents ||
    receipts.some((receipt) => isAccepted(receipt) && countedCents(receipt) > 0);

  const reasons = new Map<number, ReviewReason>();
  let before = 0;
  for (const receipt of receipts) {
    const reason = isHandled(receipt, decisions)
      ? null
      : receiptReviewReason(receipt, { ...facts, order, before, covered });
    if (reason) reasons.set(receipt.id, reason);
    if (receipt.currency === SHOP_CURRENCY) before += countedCents(receipt);
  }
  return {
    status: covered ? (netCents > priceCents ? "overpaid" : "paid") : uncoveredStatus(receipts),
    netCents,
    missingCents: covered ? 0 : priceCents - netCents,
    reasons,
  };
}

/** Returns the reason for the review of a receipt that belongs to no checkout; null if it needs none. */
export function unclaimedReceiptReason(
  receipt: ReceiptFact,
  decisions: readonly ReceiptDecision[],
): ReviewReason | null {
  if (isHandled(receipt, activeDecisions(decisions))) return null;
  if (isDisputed(receipt)) return "disputed";
  if (leftCents(receipt) < 0) return "refunded-twice";
  return unrefundedCents(receipt) > 0 ? "unclaimed" : null;
}

/** Combines the status on the chain (null without a quote) with that of the receipts. */
export function combinedStatus(
  chain: { status: PaymentStatus; receivedSats: number } | null,
  receipts: { status: PaymentStatus } | null,
): PaymentStatus {
  if (!receipts) return chain?.status ?? "pending";
  if (!chain || isSettled(receipts.status)) {
    return chain && isSettled(chain.status) ? chain.status : receipts.status;
  }
  if (isSettled(chain.status) || chain.status === "detected") return chain.status;
  const chainCounts = chain.receivedSats > 0 || chain.status === "reversed";
  if (!chainCounts) return receipts.status;
  const bySeverity = (["review", "reversed", "partial"] as const).find(
    (status) => status === chain.status || status === receipts.status,
  );
  return bySeverity ?? "refunded";
}

/** Returns the cents that were not refunded, in the currency of the receipt. */
export function unrefundedCents(receipt: Returned): number {
  return Math.max(0, leftCents(receipt));
}

/**
 * Returns the cents that are left of a receipt after its refunds; negative if it was refunded to credit and its provider
 * sent it back as well.
 */
export function leftCents({ cents, refundedCents, creditedCents }: Returned): number {
  return Math.max(cents - refundedCents - creditedCents, 0 - creditedCents);
}

/** Returns all cents ever refunded, including bounced refunds; grows with each refund. */
export function totalRefundedCents({
  refundedCents,
  bouncedCents,
}: Pick<ReceiptFact, "refundedCents" | "bouncedCents">): number {
  return refundedCents + bouncedCents;
}

function receiptReviewReason(
  receipt: ReceiptFact,
  known: ReceiptFacts & { before: number; covered: boolean },
): ReviewReason | null {
  const { priceCents, order, before, covered, paidOnChain } = known;
  if (isDisputed(receipt)) return "disputed";
  if (leftCents(receipt) < 0) return "refunded-twice";
  if (unrefundedCents(receipt) === 0) return null;
  if (receipt.bouncedCents > 0) return "bounced";
  if (arrivedAfterDeletion(receipt, order)) return "deleted";
  if (order.kind === "order" && order.status === "rejected") return "rejected";
  if (receipt.currency !== SHOP_CURRENCY) return "currency";
  if (paidOnChain || before >= priceCents) return "twice";
  if (covered) return before + unrefundedCents(receipt) > priceCents ? "overpaid" : null;
  // A partial refund was deliberate.
  return isRefundedInPart(receipt) ? null : "underpaid";
}

function uncoveredStatus(receipts: readonly ReceiptFact[]): ReceiptAssessment["status"] {
  const whole = receipts.filter(
    (receipt) =>
      unrefundedCents(receipt) > 0 && !isRefundedInPart(receipt) && receipt.dispute !== "lost",
  );
  if (whole.length > 0) return "review";
  return receipts.some(({ dispute }) => dispute === "lost") ? "reversed" : "refunded";
}

/** True when the receipt did not settle the order before it was deleted. */
function arrivedAfterDeletion({ receivedAt }: ReceiptFact, order: OrderState): boolean {
  if (order.kind === "none") return false;
  if (order.kind === "purged") return receivedAt > order.at;
  const { deletedAt, settledAt } = order;
  if (!deletedAt) return false;
  return !settledAt || settledAt > deletedAt || receivedAt > deletedAt;
}

function isRefundedInPart({ refundedCents, creditedCents }: Returned): boolean {
  return refundedCents + creditedCents > 0;
}

/** True when a decision covers what is left, or was returned twice, with the current dispute and bounced refunds. */
function isHandled(receipt: ReceiptFact, decisions: readonly ReceiptDecision[]): boolean {
  const left = leftCents(receipt);
  return decisions.some(
    ({ receiptId, kind, receivedCents, bouncedCents, dispute }) =>
      receiptId === receipt.id &&
      (left < 0
        ? kind === "accept" && receivedCents <= left
        : (kind === "accept" || kind === "refund") && receivedCents >= left) &&
      bouncedCents >= receipt.bouncedCents &&
      (dispute === receipt.dispute || receipt.dispute === "won"),
  );
}

function isDisputed({ dispute }: ReceiptFact): boolean {
  return dispute === "open" || dispute === "lost";
}
