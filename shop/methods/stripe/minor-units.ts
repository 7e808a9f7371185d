/**
 * Stripe counts money in a currency's smallest unit, which is not always a hundredth
 * (https://docs.stripe.com/currencies#zero-decimal and #three-decimal).
 */
const IN_WHOLE = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
const IN_THOUSANDTHS = new Set("BHD JOD KWD OMR TND".split(" "));

/** Hundredths of a currency; what is less than one is left out. */
export function centsOf(amount: number, currency: string): number {
  if (IN_WHOLE.has(currency)) return amount * 100;
  if (IN_THOUSANDTHS.has(currency)) return Math.floor(amount / 10);
  return amount;
}

/** What Stripe calls these hundredths; null when the currency has nothing that small. */
export function amountOf(cents: number, currency: string): number | null {
  if (IN_WHOLE.has(currency)) return cents % 100 === 0 ? cents / 100 : null;
  if (IN_THOUSANDTHS.has(currency)) return cents * 10;
  return cents;
}
