/**
 * What a checkout's money amounts to. Everything here is a pure function of the stored facts
 * (outputs on the chain, quotes, policy, now): whatever the order in which they came to be known,
 * and however often, the answer is the same.
 */

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
 * sent back (`refund`), or to `undo` the decision before.
 */
export type DecisionKind = "accept" | "ask" | "refund" | "undo";

/** Money sent back: satoshis, to which address, in which transaction. */
export interface Refund {
  sats: number;
  address: string;
  txid: string;
}

/** An amount held at a rate: satoshis due, and from when until when. */
export interface QuoteFact {
  sats: number;
  lockedAt: Date;
  expiresAt: Date;
}

/** A transaction output that pays this checkout. */
export interface OutputFact {
  txid: string;
  vout: number;
  sats: number;
  firstSeenAt: Date;
  state: OutputState;
  blockHeight: number | null;
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

type ReviewReason = "underpaid" | "late";

export interface PaymentFacts {
  priceCents: number;
  quotes: readonly QuoteFact[];
  outputs: readonly OutputFact[];
  /** Height of the newest known block; 0 when none is known. */
  tipHeight: number;
  /** When this payment was settled before, if it was. */
  settledAt: Date | null;
}

export interface Assessment {
  status: PaymentStatus;
  /** Why a person has to look at it; only with status `review`. */
  reason: ReviewReason | null;
  /** Satoshis asked for by the quote that the money is counted against, else by the newest one. */
  dueSats: number;
  /** Satoshis seen, confirmed or not. */
  receivedSats: number;
  /** What is still to be sent; 0 once covered. */
  missingSats: number;
  /** What was sent beyond the tolerance; 0 when nothing was. */
  excessSats: number;
  /** Confirmations of the least confirmed output that counts. */
  confirmations: number;
  requiredConfirmations: number;
}

/** Confirmations this price asks for. */
function requiredConfirmations(priceCents: number, policy: PaymentPolicy): number {
  const { thresholdCents, below, from } = policy.confirmations;
  return priceCents < thresholdCents ? below : from;
}

/** What the facts amount to, now. */
export function assess(facts: PaymentFacts, policy: PaymentPolicy, now: Date): Assessment {
  const live = liveOutputs(facts.outputs);
  const required = requiredConfirmations(facts.priceCents, policy);
  const deep = live.filter((output) => confirmationsOf(output, facts.tipHeight) >= required);
  const received = sum(live);
  const newest = newestQuote(facts.quotes);
  const graceMs = policy.lateGraceSeconds * 1000;

  const inTime = (outputs: readonly OutputFact[], quote: QuoteFact) =>
    sum(
      outputs.filter(
        (output) => output.firstSeenAt.getTime() <= quote.expiresAt.getTime() + graceMs,
      ),
    );
  const tolerance = (quote: QuoteFact) => Math.floor((quote.sats * policy.tolerancePercent) / 100);
  const covers = (outputs: readonly OutputFact[], quote: QuoteFact) =>
    inTime(outputs, quote) >= quote.sats - tolerance(quote);

  // The cheapest quote that is covered: a buyer who paid an earlier amount in time is not asked for more.
  const byAmount = facts.quotes.toSorted(
    (a, b) => a.sats - b.sats || a.lockedAt.getTime() - b.lockedAt.getTime(),
  );
  const settled = byAmount.find((quote) => covers(deep, quote));
  const covered = settled ?? byAmount.find((quote) => covers(live, quote));
  const reference = covered ?? newest;

  const base = {
    reason: null,
    dueSats: reference?.sats ?? 0,
    receivedSats: received,
    missingSats: covered || !newest ? 0 : Math.max(0, newest.sats - received),
    excessSats:
      covered && received > covered.sats + tolerance(covered) ? received - covered.sats : 0,
    confirmations:
      live.length === 0
        ? 0
        : Math.min(...live.map((output) => confirmationsOf(output, facts.tipHeight))),
    requiredConfirmations: required,
  };

  if (settled) {
    const excess = sum(deep) > settled.sats + tolerance(settled);
    return { ...base, status: excess ? "overpaid" : "paid" };
  }
  if (covered) return { ...base, status: "detected" };
  if (facts.settledAt) return { ...base, status: "reversed" };
  if (!newest) return { ...base, status: "pending" };

  const ended = now.getTime() > newest.expiresAt.getTime();
  if (received === 0) return { ...base, status: ended ? "expired" : "pending" };
  if (!ended) return { ...base, status: "partial" };
  return {
    ...base,
    status: "review",
    reason: facts.quotes.some((q) => inTime(live, q) > 0) ? "underpaid" : "late",
  };
}

/** True for states in which the money is there. */
export function isSettled(status: PaymentStatus): boolean {
  return status === "paid" || status === "overpaid";
}

/** The quote that was locked last. */
export function newestQuote<Q extends QuoteFact>(quotes: readonly Q[]): Q | null {
  return quotes.reduce<Q | null>(
    (newest, quote) =>
      newest && newest.lockedAt.getTime() > quote.lockedAt.getTime() ? newest : quote,
    null,
  );
}

function liveOutputs(outputs: readonly OutputFact[]): OutputFact[] {
  // Keyed by outpoint, so that the same output told twice counts once.
  const byOutpoint = new Map(outputs.map((output) => [`${output.txid}:${output.vout}`, output]));
  return [...byOutpoint.values()].filter(
    (output) => output.state === "mempool" || output.state === "confirmed",
  );
}

function confirmationsOf(output: OutputFact, tipHeight: number): number {
  if (output.state !== "confirmed" || output.blockHeight === null) return 0;
  return Math.max(1, tipHeight - output.blockHeight + 1);
}

function sum(outputs: readonly OutputFact[]): number {
  return outputs.reduce((total, output) => total + output.sats, 0);
}
