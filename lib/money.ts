import { type Result, ok, err } from "./result.ts";

/**
 * Parses, formats and converts money. US dollars are integer cents, Bitcoin is integer satoshis: a float cannot hold
 * 0.1 BTC exactly.
 */

export const SATS_PER_BTC = 100_000_000;
/** The supply of 21 million BTC. */
export const MAX_SATS = 21_000_000 * SATS_PER_BTC;

/** Formats cents with thousands separators: `1499` → `"$14.99"`, `-1499` → `"-$14.99"`. */
export function formatUsd(cents: number): string {
  const sign = cents < 0 ? "-" : "";
  const abs = Math.abs(cents);
  const whole = Math.floor(abs / 100).toLocaleString("en-US");
  return `${sign}$${whole}.${String(abs % 100).padStart(2, "0")}`;
}

/** Formats hundredths of a currency: US dollars as `formatUsd` does, `1499` of `EUR` as `"14.99 EUR"`. */
export function formatMoney(cents: number, currency: string): string {
  return currency === "USD" ? formatUsd(cents) : `${formatUsd(cents).replace("$", "")} ${currency}`;
}

/** Formats satoshis as BTC with 8 decimals, without exponent or separators: `15388` → `"0.00015388"`. */
export function formatBtc(sats: number): string {
  const text = String(sats).padStart(9, "0");
  return `${text.slice(0, -8)}.${text.slice(-8)}`;
}

/** Returns the satoshis due for a price in cents at a rate in cents per BTC, rounded up. */
export function satsForCents(priceCents: number, rateCents: number): number {
  const due = BigInt(priceCents) * BigInt(SATS_PER_BTC);
  const rate = BigInt(rateCents);
  return Number((due + rate - 1n) / rate);
}

/** Returns the value of satoshis in cents at a rate in cents per BTC, rounded down. */
export function centsForSats(sats: number, rateCents: number): number {
  return Number((BigInt(sats) * BigInt(rateCents)) / BigInt(SATS_PER_BTC));
}

/** Returns the price before a discount in percent, in cents: price / (1 - discount/100). Null from 100 % on. */
export function originalPriceCents(priceCents: number, discountPercent: number): number | null {
  if (discountPercent >= 100) return null;
  return Math.round((priceCents * 100) / (100 - discountPercent));
}

/**
 * Parses the decimal text of a price ticker (`"97412.60"`) as cents, rounded half up.
 * Returns null unless it is a plain positive decimal within the safe integers.
 */
export function parseCents(text: string): number | null {
  const match = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text.trim());
  if (!match) return null;
  const [, whole = "0", fraction = ""] = match;
  const thousandths = Number(whole) * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3));
  const cents = Math.floor((thousandths + 5) / 10);
  return cents > 0 ? cents : null;
}

/** Formats cents for an input field: `1499` → `"14.99"`. */
export function priceText(cents: number): string {
  return formatUsd(cents).replaceAll(/[$,]/g, "");
}

/**
 * Reads a typed number without a sign as a text with a decimal point: `14.99`, `14,99`, `1,400.00`, `1.400,00`.
 * `ambiguous`: the comma of `1,499` may stand before thousands or before decimals, which is never guessed.
 */
export function readDecimal(text: string): Result<string, "ambiguous" | "invalid"> {
  let number = text
    .trim()
    .replace(/^\d{1,3}(?:[\s'’]\d{3})+(?!\d)/, (groups) => groups.replaceAll(/\D/g, ""));
  if (/^[1-9]\d{0,2},\d{3}$/.test(number)) return err("ambiguous");
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(number)) number = number.replaceAll(",", "");
  else if (/^[1-9]\d{0,2}(?:\.\d{3})+,\d*$/.test(number)) number = number.replaceAll(".", "");
  number = number.replace(",", ".");
  return /^(?=\.?\d)\d{0,12}(?:\.\d{0,18})?$/.test(number) ? ok(number) : err("invalid");
}

/** The message for a number that is `ambiguous`. */
export function ambiguousNumber(text: string): string {
  return `${text.trim()} can be read in two ways. For thousands, write ${text.replaceAll(/\D/g, "")}.`;
}

/** Parses a typed price without a sign, such as `2.99`, as cents. */
export function parsePrice(text: string): Result<number, "fractions" | "ambiguous" | "invalid"> {
  const number = readDecimal(text.replace(/^\s*\$/, ""));
  if (!number.ok) return number;
  const [whole = "", fraction = ""] = number.value.split(".");
  // More decimals may be thousands after a point, even where they are zeros.
  if (fraction.length > 2) return err("fractions");
  return ok(Number(whole) * 100 + Number(fraction.padEnd(2, "0")));
}

/** Parses a typed amount of BTC as satoshis; null for anything else, and for less than one satoshi. */
export function parseBtc(text: string): number | null {
  const number = readDecimal(text);
  const match = /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(number.ok ? number.value : "");
  if (!match) return null;
  const [, whole = "0", fraction = ""] = match;
  const sats = Number(whole) * SATS_PER_BTC + Number(fraction.padEnd(8, "0"));
  return sats > 0 ? sats : null;
}

/** Formats a number with thousands separators: `1400` → `"1,400"`. */
export function formatCount(n: number): string {
  return n.toLocaleString("en-US");
}
