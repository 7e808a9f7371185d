/** Value-added tax that prices include. Rates are in hundredths of a percent, so that 7.7 or 25.5 percent are whole numbers. */

const WHOLE = 10_000n;

/** Returns the VAT in a price, in cents, rounded half up: `gross * rate / (100 + rate)`, with the rate in percent. */
export function vatIn(grossCents: number, vatBasisPoints: number): number {
  const rate = BigInt(vatBasisPoints);
  const divisor = WHOLE + rate;
  return Number((2n * BigInt(grossCents) * rate + divisor) / (2n * divisor));
}

/** Formats a rate in percent without trailing zeros: `770` → `"7.7"`. */
export function rateText(vatBasisPoints: number): string {
  return String(vatBasisPoints / 100);
}
