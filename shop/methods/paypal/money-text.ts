import { parsePrice, priceText } from "#lib/money.ts";

/** Of these PayPal takes whole units only (https://developer.paypal.com/reference/currency-codes/). */
const IN_WHOLE = new Set(["HUF", "JPY", "TWD"]);

/** Money as PayPal writes it: `1499` → `{ currency_code: "USD", value: "14.99" }`. */
export function amountOf(
  cents: number,
  currency: string,
): { currency_code: string; value: string } {
  const text = priceText(cents);
  const value = IN_WHOLE.has(currency) ? text.replace(/\.00$/, "") : text;
  return { currency_code: currency, value };
}

/** Hundredths from PayPal's decimal text; null for one that says more than hundredths, or nothing. */
export function centsOf(value: string): number | null {
  if (!/^\d{1,12}(?:\.\d{1,3})?$/.test(value)) return null;
  const cents = parsePrice(value);
  return cents.ok ? cents.value : null;
}
