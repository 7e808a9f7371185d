/** What the amount to pay results from, in cents. */
interface PriceParts {
  package: { priceCents: number };
  couponCents: number;
  creditCents: number;
}

/**
 * Returns what a checkout is to be paid with money, in cents: the price of its package less coupon and credit, never below
 * zero.
 */
export function dueCents({ package: pkg, couponCents, creditCents }: PriceParts): number {
  return Math.max(0, pkg.priceCents - couponCents - creditCents);
}

/**
 * Returns the price that VAT is part of, in cents: that of the package less the coupon. Credit reduces nothing, as it is a
 * way to pay.
 */
export function grossCents({ package: pkg, couponCents }: Omit<PriceParts, "creditCents">): number {
  return Math.max(0, pkg.priceCents - couponCents);
}
