import type { ShownCurrency } from "#messages/currencies.ts";

/** What an amount that is held holds beside its price. */
export interface HeldTerms {
  /** The VAT rate in hundredths of a percent; null where none was stored. */
  vatBasisPoints: number | null;
  /** The currency that the amount was shown in beside dollars; null for none. */
  shownIn: ShownCurrency | null;
}

/** Returns the currency beside dollars of an order: with the rate of the held amount, unless another was chosen since. */
export function shownWith(
  shown: ShownCurrency | null,
  held: HeldTerms | null,
): ShownCurrency | null {
  return held?.shownIn && held.shownIn.currency === shown?.currency ? held.shownIn : shown;
}
