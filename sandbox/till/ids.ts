import { randomBytes, randomInt } from "node:crypto";

const CAPITALS = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";

/** An id as Stripe's are: what it is of, and random letters. */
export function stripeId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString("hex")}`;
}

/** An id as PayPal's are: 17 capitals and digits. */
export function paypalId(): string {
  return Array.from({ length: 17 }, () => CAPITALS[randomInt(CAPITALS.length)]).join("");
}
