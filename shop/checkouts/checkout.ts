import type { z } from "zod";
import type { CoinPackage } from "../catalog/package.ts";
import type { PaymentMethod } from "../settings/payment-method.ts";
import type { recipientSchema, tiktokAccountSchema } from "./recipient.ts";

/**
 * `open`: the visitor's current checkout; `left`: replaced by a checkout for another package; `done`: confirmed;
 * `purged`: its order was purged.
 */
export type CheckoutState = "open" | "left" | "done" | "purged";

/**
 * What changed at an open checkout without its buyer: the price of the package, what the package is, what the coupon takes
 * off, the method or the VAT rate; credit that went back to its account (`taken-back` by its owner elsewhere), and an
 * account's entries that ended with its session.
 */
export type CheckoutChange =
  | { kind: "price"; beforeCents: number; afterCents: number }
  | { kind: "package" | "method" | "vat" | "signed-out" }
  | { kind: "coupon"; code: string; beforeCents: number; afterCents: number }
  | { kind: "credit" | "taken-back"; cents: number };

/** The account that a request acts for, and the session that it acts in. */
export interface ActingAccount {
  id: string;
  sessionId: string;
  email: string;
  emailVerified: boolean;
}

export const checkoutSteps = ["account", "payment", "confirm"] as const;
export type CheckoutStep = (typeof checkoutSteps)[number];

export type TikTokAccount = z.output<typeof tiktokAccountSchema>;

export type Recipient = z.output<typeof recipientSchema>;

/** The maximum length of what a buyer writes with a gift code, in characters. */
export const GIFT_MESSAGE_MAX = 200;

/** Who buys credit or a gift code. */
export interface Buyer {
  email: string;
  /** Where a gift code is sent, and what its buyer writes with it; null for credit. */
  gift: { email: string; message: string } | null;
}

/** A checkout, as shown on screens. */
export interface Checkout {
  id: string;
  package: CoinPackage;
  /** The account that gets the coins; null until it was entered, and for other kinds. */
  recipient: Recipient | null;
  /** The buyer of another kind than coins; left out until they were entered. */
  buyer?: Buyer;
  /** Where the buyer of coins lives (ISO 3166-1 alpha-2); null while the shop does not ask for it. */
  country: string | null;
  /** The chosen payment method; null until one is chosen. */
  paymentMethod: PaymentMethod | null;
  /** The code that was entered or came with a link, applied or not; null for none. */
  couponCode: string | null;
  /** What the coupon takes off the price; 0 while none is applied. */
  couponCents: number;
  /** The part of the price that is paid from credit. */
  creditCents: number;
  /** What changed without the buyer, for the page to say. */
  changes: readonly CheckoutChange[];
}

/** Returns what a buyer confirms, as a text that differs once another tab has changed any of it. */
export function detailsOf(checkout: Checkout): string {
  const { package: pkg, recipient, buyer, couponCents, creditCents } = checkout;
  const what = [pkg.id, pkg.valueCents ?? pkg.coins, pkg.priceCents];
  return JSON.stringify([...what, buyer ?? recipient, couponCents, creditCents]);
}

/** Returns the buyer's email; null while step 1 is not complete. */
export function emailOf({
  recipient,
  buyer,
}: Pick<Checkout, "recipient" | "buyer">): string | null {
  return recipient?.email ?? buyer?.email ?? null;
}

/** Returns the URL of a TikTok profile. */
export function profileUrl(handle: string): string {
  return `https://www.tiktok.com/@${encodeURIComponent(handle)}`;
}
