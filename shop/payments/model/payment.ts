import type { PaymentStatus } from "#shop/orders/payment-status.ts";
import type { Refund } from "./refund.ts";

/** Confirmations after which a transaction is final: it is no longer watched for a reorg. */
export const FINAL_CONFIRMATIONS = 6;

export type OutputState = "mempool" | "confirmed" | "replaced" | "dropped" | "reorged";

/**
 * An administrator's decision: `accept` the money as payment, `ask` the buyer for a top-up, record a `refund`,
 * `attach` an unclaimed output to an order, or `undo` an earlier decision.
 */
export type DecisionKind = "accept" | "ask" | "refund" | "attach" | "undo";

/** A stored decision. Ids rise with time. */
export interface DecisionFact {
  id: number;
  kind: DecisionKind;
  /** For `undo`: the decision that it takes back. */
  undoes: number | null;
  /** Satoshis received when it was decided; later payments are not covered by the decision. */
  receivedSats: number;
  refund: Refund | null;
  at: Date;
}

/** A quote: an amount in satoshis at a fixed rate, valid for a limited time. */
export interface QuoteFact {
  sats: number;
  /** US cents for one BTC, margin included. */
  rateCents: number;
  /** How far the rate is below the market rate; late outputs count with the same margin. */
  marginBasisPoints: number;
  /** The decision that requested a top-up; null for a quote that the buyer opened. */
  decisionId: number | null;
  /** Null for a quote that can be paid by Lightning only. */
  address: string | null;
  lockedAt: Date;
  expiresAt: Date;
  /** When the amount due changed, so that this quote settles nothing any more; null or left out while it stands. */
  withdrawnAt?: Date | null;
  /** The policy when the quote was opened; later changes do not apply to it. Null in old rows. */
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
  /** True for an unconfirmed output that Bitcoin Core or every configured host reported. */
  seenByAll: boolean;
  /** Market rate in US cents for one BTC when it was first seen; null when no price was known. */
  rateCents: number | null;
  /** Coins (`txid:vout`) that its transaction spends, as far as they are stored; null when unknown. */
  spends: readonly string[] | null;
}

/** A Lightning invoice for the amount of a quote, which its payment settles for good. */
export interface InvoiceFact {
  /** Hex, in lower case. */
  paymentHash: string;
  sats: number;
  /** Null while it is unpaid. */
  settledAt: Date | null;
  /** What the payer sent, in millisatoshis, as far as the node says; null while it is unpaid. */
  paidMsat: number | null;
}

/** A Lightning invoice that was paid. */
export interface PaidInvoice {
  /** Hex, in lower case. */
  paymentHash: string;
  /** What the payer sent. */
  sats: number;
  /** What was asked for. */
  dueSats: number;
  /** When the node settled it. */
  firstSeenAt: Date;
}

export interface PaymentPolicy {
  /** Confirmations required below the threshold and from it on; 0 accepts the mempool. */
  confirmations: { thresholdCents: number; below: number; from: number };
  /** The underpayment that still settles, in percent of the amount due. */
  tolerancePercent: number;
  /** How long after a quote expired a payment that covers it still settles. */
  lateGraceSeconds: number;
}

export const defaultPaymentPolicy: PaymentPolicy = {
  confirmations: { thresholdCents: 10_000, below: 1, from: 2 },
  tolerancePercent: 1,
  lateGraceSeconds: 3600,
};

/** How long a quote is valid, in seconds. */
export const QUOTE_SECONDS = 3600;

/** How long a top-up is valid, in hours: longer than a quote, since the buyer has to read a mail first. */
export const TOP_UP_HOURS = 72;

export interface PaymentFacts {
  priceCents: number;
  quotes: readonly QuoteFact[];
  outputs: readonly OutputFact[];
  invoices: readonly InvoiceFact[];
  decisions: readonly DecisionFact[];
  /** Height of the newest known block; 0 when none is known. */
  tipHeight: number;
  /** When this payment was settled before, if it was. */
  settledAt: Date | null;
}

export interface Assessment {
  status: PaymentStatus;
  /** Why it needs a review, only with status `review`: too little, too late, or received again after a refund. */
  reason: "underpaid" | "late" | "again" | null;
  /** Satoshis due by the quote that the payment is assessed against, else by the newest quote. */
  dueSats: number;
  /** Satoshis seen, confirmed or not. */
  receivedSats: number;
  /** How much of it came by Lightning. */
  lightningSats: number;
  /** Satoshis sent back. */
  refundedSats: number;
  /** Outstanding satoshis; 0 once covered. */
  missingSats: number;
  /** Satoshis above the amount due, if beyond the tolerance; else 0. */
  excessSats: number;
  /** Confirmations of the least confirmed output that counts. */
  confirmations: number;
  requiredConfirmations: number;
}

/** Returns the quote that was opened last; ties are broken the same way whatever the input order. */
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

/** Returns the address of the newest quote that has one; null when only Lightning could pay them. */
export function newestAddress(quotes: readonly QuoteFact[]): string | null {
  return newestQuote(quotes.filter(({ address }) => address !== null))?.address ?? null;
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

/**
 * Returns the invoices that are paid, each once. A payer may send up to twice the amount (BOLT 4), so what the node says
 * counts; never less than the invoice, as phoenixd takes the cost of a new channel off.
 */
export function paidInvoices(invoices: readonly InvoiceFact[]): PaidInvoice[] {
  const byHash = new Map(invoices.map((invoice) => [invoice.paymentHash, invoice]));
  return [...byHash.values()].flatMap(({ paymentHash, sats, settledAt, paidMsat }) =>
    settledAt === null
      ? []
      : {
          paymentHash,
          sats: Math.max(sats, Math.floor((paidMsat ?? 0) / 1000)),
          dueSats: sats,
          firstSeenAt: settledAt,
        },
  );
}

/** True once money of this payment was seen, and is still there. */
export function hasMoney(facts: Pick<PaymentFacts, "outputs" | "invoices">): boolean {
  return facts.outputs.some(isLive) || paidInvoices(facts.invoices).length > 0;
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

/** Returns the active quotes: those not withdrawn; a top-up quote is active while its decision is. */
export function activeQuotes<Q extends QuoteFact>(
  quotes: readonly Q[],
  active: readonly DecisionFact[],
): Q[] {
  return quotes.filter(
    ({ decisionId, withdrawnAt }) =>
      !withdrawnAt && (decisionId === null || active.some(({ id }) => id === decisionId)),
  );
}

/** Returns the quote that says the amount due: the newest that stands, else the newest withdrawn one; null without any. */
export function currentQuote<Q extends QuoteFact>(quotes: readonly Q[]): Q | null {
  return newestQuote(quotes.filter(({ withdrawnAt }) => !withdrawnAt)) ?? newestQuote(quotes);
}
