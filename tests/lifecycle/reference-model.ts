import type { PaymentPolicy } from "#shop/payments/model/payment.ts";
import type { PaymentStatus } from "#shop/orders/payment-status.ts";

interface ModelQuote {
  sats: number;
  expiresAt: Date;
  lockedAt: Date;
  policy?: PaymentPolicy | null;
}

interface ModelOutput {
  sats: number;
  firstSeenAt: Date;
  /** 0 in the mempool. */
  confirmations: number;
}

/**
 * An independent implementation of the payment rules, for payments without decisions and late outputs. Returns null for
 * ambiguous cases.
 */
export function expectedStatus(facts: {
  priceCents: number;
  quotes: readonly ModelQuote[];
  /** The outputs in the mempool or in a block. */
  there: readonly ModelOutput[];
  settledBefore: boolean;
  now: Date;
}): PaymentStatus | null {
  const { priceCents, quotes, there, settledBefore, now } = facts;
  const last = quotes.toSorted((a, b) => a.lockedAt.getTime() - b.lockedAt.getTime()).at(-1);
  if (!last?.policy) return null;
  const { confirmations, tolerancePercent, lateGraceSeconds } = last.policy;
  const enough =
    priceCents >= confirmations.thresholdCents ? confirmations.from : confirmations.below;
  const late = (output: ModelOutput, quote: ModelQuote) =>
    output.firstSeenAt.getTime() - quote.expiresAt.getTime() > lateGraceSeconds * 1000;
  if (there.some((output) => late(output, last))) return null;

  const paidFor = (quote: ModelQuote, outputs: readonly ModelOutput[]) =>
    add(outputs.filter((output) => !late(output, quote)));
  /** Whether the outputs pay the quote, less the tolerance. */
  const isCovered = (quote: ModelQuote, outputs: readonly ModelOutput[]) =>
    100 * (quote.sats - paidFor(quote, outputs)) <= tolerancePercent * quote.sats;
  const deep = there.filter((output) => output.confirmations >= enough);

  const settledBy = quotes.filter((quote) => isCovered(quote, deep));
  if (settledBy.length > 0) {
    const cheapest = Math.min(...settledBy.map((quote) => quote.sats));
    const over = add(deep) - cheapest;
    return 100 * over > tolerancePercent * cheapest ? "overpaid" : "paid";
  }
  if (quotes.some((quote) => isCovered(quote, there))) return "detected";
  if (settledBefore) return "reversed";
  const ended = now > last.expiresAt;
  if (there.length === 0) return ended ? "expired" : "pending";
  return ended ? "review" : "partial";
}

function add(outputs: readonly ModelOutput[]): number {
  return outputs.reduce((sats, output) => sats + output.sats, 0);
}
