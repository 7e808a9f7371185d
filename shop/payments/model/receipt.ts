import type { ReviewReason, OrderState } from "../review/review.ts";
import { activeDecisions, type DecisionKind, isSettled, type PaymentStatus } from "./payment.ts";

/** The currency of all prices. */
export const SHOP_CURRENCY = "USD";

/** `open` and `lost` put the payment in question; `won` leaves it. */
export type Dispute = "open" | "won" | "lost";

/** Money that came by another way than the chain: what a bank, Stripe or PayPal tells of it. */
export interface ReceiptFact {
  id: number;
  cents: number;
  /** ISO 4217, in capitals. */
  currency: string;
  /** Cents that were sent back, without those that bounced. */
  refundedCents: number;
  /** Cents that were sent back and did not reach the buyer. */
  bouncedCents: number;
  dispute: Dispute | null;
  receivedAt: Date;
}

/** What an administrator decided about a receipt, and how it stood then. */
export interface ReceiptDecision {
  id: number;
  receiptId: number;
  kind: DecisionKind;
  undoes: number | null;
  /** Cents that were left of it. */
  receivedCents: number;
  bouncedCents: number;
  dispute: Dispute | null;
}

export interface ReceiptFacts {
  priceCents: number;
  receipts: readonly ReceiptFact[];
  decisions: readonly ReceiptDecision[];
  /** Whether money on the chain has paid already. */
  paidOnChain: boolean;
  order: OrderState;
}

export interface ReceiptAssessment {
  status: Extract<PaymentStatus, "paid" | "overpaid" | "review" | "reversed" | "refunded">;
  /** Cents in the shop's currency that came and stayed. */
  netCents: number;
  /** Cents still to be paid; 0 once covered. */
  missingCents: number;
  /** The receipts that a person has to decide about, and why. */
  reasons: ReadonlyMap<number, ReviewReason>;
}

/**
 * What the receipts of a checkout amount to: a pure function of what is stored. Null while there are none. Nothing
 * is forgiven and nothing guessed: money that is not exactly the price waits for a person, who may accept it.
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
  const kept = (receipt: ReceiptFact) => {
    const counts = receipt.currency === SHOP_CURRENCY || isAccepted(receipt);
    return counts && receipt.dispute !== "lost" ? unrefundedCents(receipt) : 0;
  };
  // What another currency is worth, who accepts it has judged: it is no part of a sum.
  const netCents = receipts
    .filter(({ currency }) => currency === SHOP_CURRENCY)
    .reduce((total, receipt) => total + kept(receipt), 0);
  const covered =
    netCents >= priceCents || receipts.some((receipt) => isAccepted(receipt) && kept(receipt) > 0);

  const reasons = new Map<number, ReviewReason>();
  let before = 0;
  for (const receipt of receipts) {
    const reason = isHandled(receipt, decisions)
      ? null
      : reasonOf(receipt, { ...facts, order, before, covered });
    if (reason) reasons.set(receipt.id, reason);
    if (receipt.currency === SHOP_CURRENCY) before += kept(receipt);
  }
  return {
    status: covered ? (netCents > priceCents ? "overpaid" : "paid") : uncovered(receipts),
    netCents,
    missingCents: covered ? 0 : priceCents - netCents,
    reasons,
  };
}

/** Why a person has to decide about a receipt that belongs to no checkout, if there is anything to decide. */
export function unclaimedReceiptReason(
  receipt: ReceiptFact,
  decisions: readonly ReceiptDecision[],
): ReviewReason | null {
  if (isHandled(receipt, activeDecisions(decisions))) return null;
  if (inQuestion(receipt)) return "disputed";
  return unrefundedCents(receipt) > 0 ? "unclaimed" : null;
}

/** What an order's payment is, of what came by the chain (null: nothing was asked for there) and by other ways. */
export function combinedStatus(
  chain: { status: PaymentStatus; receivedSats: number } | null,
  receipts: { status: PaymentStatus } | null,
): PaymentStatus {
  if (!receipts) return chain?.status ?? "pending";
  if (!chain || isSettled(receipts.status)) {
    return chain && isSettled(chain.status) ? chain.status : receipts.status;
  }
  if (isSettled(chain.status) || chain.status === "detected") return chain.status;
  const speaks = chain.receivedSats > 0 || chain.status === "reversed";
  if (!speaks) return receipts.status;
  const bySeverity = (["review", "reversed", "partial"] as const).find(
    (status) => status === chain.status || status === receipts.status,
  );
  return bySeverity ?? "refunded";
}

/** Cents that did not go back, whatever the currency. */
export function unrefundedCents({
  cents,
  refundedCents,
}: Pick<ReceiptFact, "cents" | "refundedCents">): number {
  return Math.max(0, cents - refundedCents);
}

/** Cents that were sent back at any time, bounced or not: more after each refund. */
export function totalRefundedCents({
  refundedCents,
  bouncedCents,
}: Pick<ReceiptFact, "refundedCents" | "bouncedCents">): number {
  return refundedCents + bouncedCents;
}

function reasonOf(
  receipt: ReceiptFact,
  known: ReceiptFacts & { before: number; covered: boolean },
): ReviewReason | null {
  const { priceCents, order, before, covered, paidOnChain } = known;
  if (inQuestion(receipt)) return "disputed";
  if (unrefundedCents(receipt) === 0) return null;
  if (receipt.bouncedCents > 0) return "bounced";
  if (cameAfterTheEnd(receipt, order)) return "deleted";
  if (order.kind === "order" && order.status === "rejected") return "rejected";
  if (receipt.currency !== SHOP_CURRENCY) return "currency";
  if (paidOnChain || before >= priceCents) return "twice";
  if (covered) return before + unrefundedCents(receipt) > priceCents ? "overpaid" : null;
  // Part of it was sent back on purpose.
  return receipt.refundedCents > 0 ? null : "underpaid";
}

function uncovered(receipts: readonly ReceiptFact[]): ReceiptAssessment["status"] {
  const whole = receipts.filter(
    (receipt) =>
      unrefundedCents(receipt) > 0 && receipt.refundedCents === 0 && receipt.dispute !== "lost",
  );
  if (whole.length > 0) return "review";
  return receipts.some(({ dispute }) => dispute === "lost") ? "reversed" : "refunded";
}

/** True for money that is not what a deleted order was settled with. */
function cameAfterTheEnd({ receivedAt }: ReceiptFact, order: OrderState): boolean {
  if (order.kind === "none") return false;
  if (order.kind === "purged") return receivedAt > order.at;
  const { deletedAt, settledAt } = order;
  if (!deletedAt) return false;
  return !settledAt || settledAt > deletedAt || receivedAt > deletedAt;
}

/** True when somebody decided about all that is left of it now, knowing of the dispute and of what has bounced. */
function isHandled(receipt: ReceiptFact, decisions: readonly ReceiptDecision[]): boolean {
  return decisions.some(
    ({ receiptId, kind, receivedCents, bouncedCents, dispute }) =>
      receiptId === receipt.id &&
      (kind === "accept" || kind === "refund") &&
      receivedCents >= unrefundedCents(receipt) &&
      bouncedCents >= receipt.bouncedCents &&
      (dispute === receipt.dispute || receipt.dispute === "won"),
  );
}

function inQuestion({ dispute }: ReceiptFact): boolean {
  return dispute === "open" || dispute === "lost";
}
