export type PaymentStatus =
  | "pending"
  | "detected"
  | "partial"
  | "paid"
  | "overpaid"
  | "expired"
  | "review"
  | "reversed"
  | "refunded";

export type OutputState = "mempool" | "confirmed" | "replaced" | "dropped" | "reorged";

/**
 * What an administrator decided: to `accept` the money as payment, to `ask` the buyer for the rest, that it was
 * sent back (`refund`), that money of nobody's belongs to an order (`attach`), or to `undo` one of these.
 */
export type DecisionKind = "accept" | "ask" | "refund" | "attach" | "undo";

/** Money sent back: satoshis, to which address, in which transaction. */
export interface Refund {
  sats: number;
  address: string;
  txid: string;
}

/** A decision as a fact. Ids rise with time. */
export interface DecisionFact {
  id: number;
  kind: DecisionKind;
  /** For `undo`: the decision that it takes back. */
  undoes: number | null;
  /** Satoshis that were there when it was decided: of what comes later it says nothing. */
  receivedSats: number;
  refund: Refund | null;
  at: Date;
}

/** An amount held at a rate: satoshis due, and from when until when. */
export interface QuoteFact {
  sats: number;
  /** US cents for one BTC. */
  rateCents: number;
  /** The decision by which the rest was asked for; null for an amount that the buyer asked for. */
  decisionId: number | null;
  lockedAt: Date;
  expiresAt: Date;
  /** What held when the amount was asked for, and holds for it from then on; null where none was kept. */
  policy?: PaymentPolicy | null;
}

/** A transaction output that pays this checkout. */
export interface OutputFact {
  txid: string;
  vout: number;
  sats: number;
  firstSeenAt: Date;
  state: OutputState;
  blockHeight: number | null;
  /** US cents for one BTC when it was first seen; null when no price was known. */
  rateCents: number | null;
}

export interface PaymentPolicy {
  /** Confirmations asked for below the threshold and from it on; 0 accepts the mempool. */
  confirmations: { thresholdCents: number; below: number; from: number };
  /** How much less than due still settles, in percent of the amount due. */
  tolerancePercent: number;
  /** How long after the end of a quote a payment that covers it still settles. */
  lateGraceSeconds: number;
}

export const defaultPaymentPolicy: PaymentPolicy = {
  confirmations: { thresholdCents: 10_000, below: 1, from: 2 },
  tolerancePercent: 1,
  lateGraceSeconds: 3600,
};

/** How long a quote holds its rate, in seconds. */
export const QUOTE_SECONDS = 3600;

/** How long the rest that an administrator asked for is held, in hours: the buyer has to read a mail first. */
export const TOP_UP_HOURS = 72;

export interface PaymentFacts {
  priceCents: number;
  quotes: readonly QuoteFact[];
  outputs: readonly OutputFact[];
  decisions: readonly DecisionFact[];
  /** Height of the newest known block; 0 when none is known. */
  tipHeight: number;
  /** When this payment was settled before, if it was. */
  settledAt: Date | null;
}

export interface Assessment {
  status: PaymentStatus;
  /**
   * Why a person has to look at it; only with status `review`: too little, too late, or `again` after it was
   * sent back.
   */
  reason: "underpaid" | "late" | "again" | null;
  /** Satoshis asked for by the quote that the money is counted against, else by the newest one. */
  dueSats: number;
  /** Satoshis seen, confirmed or not. */
  receivedSats: number;
  /** Satoshis sent back. */
  refundedSats: number;
  /** What is still to be sent; 0 once covered. */
  missingSats: number;
  /** What was sent beyond the tolerance; 0 when nothing was. */
  excessSats: number;
  /** Confirmations of the least confirmed output that counts. */
  confirmations: number;
  requiredConfirmations: number;
}

/** True for states in which the money is there. */
export function isSettled(status: PaymentStatus): boolean {
  return status === "paid" || status === "overpaid";
}

/** The quote that was locked last; of several at the same moment always the same, whatever order they come in. */
export function newestQuote<Q extends QuoteFact>(quotes: readonly Q[]): Q | null {
  const [newest] = quotes.toSorted(
    (a, b) =>
      b.lockedAt.getTime() - a.lockedAt.getTime() ||
      b.expiresAt.getTime() - a.expiresAt.getTime() ||
      b.sats - a.sats ||
      b.rateCents - a.rateCents,
  );
  return newest ?? null;
}

/**
 * Returns the confirmations of an output: 0 outside a block, else `tipHeight - blockHeight + 1`, and at least 1, since
 * the block can be known before the tip is.
 */
export function confirmationsOf(
  { state, blockHeight }: Pick<OutputFact, "state" | "blockHeight">,
  tipHeight: number,
): number {
  if (state !== "confirmed" || blockHeight === null) return 0;
  return Math.max(1, tipHeight - blockHeight + 1);
}

/** True while the output is in the mempool or in a block. */
export function isLive({ state }: { state: OutputState }): boolean {
  return state === "mempool" || state === "confirmed";
}

/** Returns the decisions that were not undone, oldest first, each once. */
export function activeDecisions<D extends Pick<DecisionFact, "id" | "kind" | "undoes">>(
  decisions: readonly D[],
): D[] {
  const undone = new Set(decisions.map((decision) => decision.undoes));
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  return [...byId.values()]
    .filter((decision) => decision.kind !== "undo" && !undone.has(decision.id))
    .toSorted((a, b) => a.id - b.id);
}

/** The quotes that hold: an amount that an administrator asked for does while that decision is active. */
export function activeQuotes<Q extends QuoteFact>(
  quotes: readonly Q[],
  active: readonly DecisionFact[],
): Q[] {
  return quotes.filter(
    ({ decisionId }) => decisionId === null || active.some(({ id }) => id === decisionId),
  );
}
