import type { PaymentPolicy, PaymentStatus } from "#shop/payments/model/payment.ts";

interface PlainQuote {
  sats: number;
  expiresAt: Date;
  lockedAt: Date;
  policy?: PaymentPolicy | null;
}

interface PlainOutput {
  sats: number;
  firstSeenAt: Date;
  /** 0 in the mempool. */
  confirmations: number;
}

/**
 * The rules of payment once more, in the plainest words and without looking at the shop's: what has to become
 * of the money where nobody decided anything and nothing came too late. Null where the case is not so clear.
 */
export function plainStatus(facts: {
  priceCents: number;
  quotes: readonly PlainQuote[];
  /** Those in the mempool or in a block. */
  there: readonly PlainOutput[];
  settledBefore: boolean;
  now: Date;
}): PaymentStatus | null {
  const { priceCents, quotes, there, settledBefore, now } = facts;
  const last = quotes.toSorted((a, b) => a.lockedAt.getTime() - b.lockedAt.getTime()).at(-1);
  if (!last?.policy) return null;
  const { confirmations, tolerancePercent, lateGraceSeconds } = last.policy;
  const enough =
    priceCents >= confirmations.thresholdCents ? confirmations.from : confirmations.below;
  const late = (output: PlainOutput, quote: PlainQuote) =>
    output.firstSeenAt.getTime() - quote.expiresAt.getTime() > lateGraceSeconds * 1000;
  if (there.some((output) => late(output, last))) return null;

  const paidFor = (quote: PlainQuote, outputs: readonly PlainOutput[]) =>
    add(outputs.filter((output) => !late(output, quote)));
  /** Short by at most so much of it as is forgiven. */
  const isCovered = (quote: PlainQuote, outputs: readonly PlainOutput[]) =>
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

function add(outputs: readonly PlainOutput[]): number {
  return outputs.reduce((sats, output) => sats + output.sats, 0);
}
