/**
 * Stripe's amounts are in the currency's minor unit, which is not always a hundredth
 * (https://docs.stripe.com/currencies#zero-decimal and #three-decimal).
 */
const ZERO_DECIMAL = new Set(
  "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "),
);
const THREE_DECIMAL = new Set("BHD JOD KWD OMR TND".split(" "));

/** Converts Stripe's amount to hundredths, rounded down. */
export function centsOf(amount: number, currency: string): number {
  if (ZERO_DECIMAL.has(currency)) return amount * 100;
  if (THREE_DECIMAL.has(currency)) return Math.floor(amount / 10);
  return amount;
}

/** Converts hundredths to Stripe's amount; null when the currency has no unit that small. */
export function amountOf(cents: number, currency: string): number | null {
  if (ZERO_DECIMAL.has(currency)) return cents % 100 === 0 ? cents / 100 : null;
  if (THREE_DECIMAL.has(currency)) return cents * 10;
  return cents;
}
