import type { Sum } from "./bill.ts";

/** `{ cents: 1499, currency: "USD" }` as `14.99 USD`. */
export function sumText({ cents, currency }: Sum): string {
  const text = String(cents).padStart(3, "0");
  return `${text.slice(0, -2)}.${text.slice(-2)} ${currency}`;
}
