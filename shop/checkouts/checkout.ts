import type { z } from "zod";
import type { CoinPackage } from "../catalog/package.ts";
import type { PaymentMethod } from "../settings/payment-method.ts";
import type { recipientSchema, tiktokAccountSchema } from "./recipient.ts";

/**
 * `open`: the visitor's current checkout; `left`: replaced by a checkout for another package; `done`: confirmed;
 * `purged`: its order was purged.
 */
export type CheckoutState = "open" | "left" | "done" | "purged";

export const checkoutSteps = ["account", "payment", "confirm"] as const;
export type CheckoutStep = (typeof checkoutSteps)[number];

export type TikTokAccount = z.output<typeof tiktokAccountSchema>;

export type Recipient = z.output<typeof recipientSchema>;

/** A checkout, as shown on screens. */
export interface Checkout {
  id: string;
  package: CoinPackage;
  recipient: Recipient | null;
  /** The chosen payment method; null until one is chosen. */
  paymentMethod: PaymentMethod | null;
}

/** Returns what a buyer confirms, as a text that differs once another tab has changed any of it. */
export function detailsOf({ package: pkg, recipient }: Checkout): string {
  return JSON.stringify([pkg.id, pkg.coins, pkg.priceCents, recipient]);
}

/** Returns the URL of a TikTok profile. */
export function profileUrl(handle: string): string {
  return `https://www.tiktok.com/@${encodeURIComponent(handle)}`;
}
