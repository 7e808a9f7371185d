import { satsForCents } from "#lib/money.ts";
import { applyMargin, type Rate } from "../payments/prices/rate.ts";

/** The amounts that a payment method can take, in US cents. */
export interface AmountLimits {
  leastCents: number;
  /** Null where none is known. */
  mostCents: number | null;
}

/** A transfer by hand takes any amount. */
export const ANY_AMOUNT: AmountLimits = { leastCents: 1, mostCents: null };

/** Returns whether an amount is within the limits. */
export function isWithin({ leastCents, mostCents }: AmountLimits, cents: number): boolean {
  return cents >= leastCents && (mostCents === null || cents <= mostCents);
}

/**
 * Returns the limits of Bitcoin: the network relays no output below the dust limit, in satoshis, and Lightning takes one
 * satoshi. Any amount while no rate is known.
 */
export function bitcoinLimits(known: {
  rate: Rate | null;
  marginPercent: number;
  dustSats: number;
  hasLightning: boolean;
}): AmountLimits {
  const { rate, marginPercent, dustSats, hasLightning } = known;
  if (!rate || hasLightning) return ANY_AMOUNT;
  const { rateCents } = applyMargin(rate, marginPercent);
  const below = Math.floor(((dustSats - 1) * rateCents) / 1e8);
  const leastCents = satsForCents(Math.max(1, below), rateCents) < dustSats ? below + 1 : below;
  return { leastCents: Math.max(1, leastCents), mostCents: null };
}
