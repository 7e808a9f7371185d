import { randomBytes, randomInt } from "node:crypto";
import type { Sum } from "./session.ts";

const CAPITALS = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";

/** Generates an id in Stripe's format: a prefix for the kind of object, and random characters. */
export function stripeId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString("hex")}`;
}

/** Generates an id in PayPal's format: 17 capitals and digits. */
export function paypalId(): string {
  return Array.from({ length: 17 }, () => CAPITALS[randomInt(CAPITALS.length)]).join("");
}

/** Formats `{ cents: 1499, currency: "USD" }` as `14.99 USD`. */
export function formatSum({ cents, currency }: Sum): string {
  const text = String(cents).padStart(3, "0");
  return `${text.slice(0, -2)}.${text.slice(-2)} ${currency}`;
}
