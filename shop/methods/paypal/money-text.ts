import { priceText } from "#lib/money.ts";

/** Currencies without decimals at PayPal (https://developer.paypal.com/reference/currency-codes/). */
const ZERO_DECIMAL = new Set(["HUF", "JPY", "TWD"]);

/** Converts hundredths to PayPal's format: `1499` → `{ currency_code: "USD", value: "14.99" }`. */
export function amountOf(
  cents: number,
  currency: string,
): { currency_code: string; value: string } {
  const text = priceText(cents);
  const value = ZERO_DECIMAL.has(currency) ? text.replace(/\.00$/, "") : text;
  return { currency_code: currency, value };
}

/** Parses PayPal's decimal text into hundredths; null if it is invalid or has more than two decimals. */
export function centsOf(value: string): number | null {
  const [, whole, fraction = ""] = /^(\d{1,12})(?:\.(\d{1,2})0?)?$/.exec(value) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}
