import { z } from "zod";
import { emailField } from "#lib/email.ts";
import { tiktokHandle } from "./tiktok-handle.ts";
import { hasInvisible, invalidCharacters, ONE_LINE, VISIBLE } from "#lib/text.ts";
import type { CoinPackage } from "../catalog/package.ts";
import type { PaymentMethod } from "../settings/payment-method.ts";

/**
 * `open`: the visitor's current checkout; `left`: replaced by a checkout for another package; `done`: confirmed;
 * `purged`: its order was purged.
 */
export type CheckoutState = "open" | "left" | "done" | "purged";

export const checkoutSteps = ["account", "payment", "confirm"] as const;
export type CheckoutStep = (typeof checkoutSteps)[number];

/** Validates the TikTok account that gets the coins, in the browser and on the server. */
export const tiktokAccountSchema = z.object({
  tiktokUsername: tiktokHandle,
  tiktokUid: z
    .string()
    .optional()
    .transform((text) => text?.trim() || null)
    .pipe(plainText("TikTok UID", 64).nullable()),
});

export type TikTokAccount = z.output<typeof tiktokAccountSchema>;

/** Validates step 1, the TikTok account and the email. */
export const recipientSchema = tiktokAccountSchema.extend({
  email: emailField("Email is required"),
});

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

function plainText(label: string, max: number) {
  return z
    .string()
    .max(max, `${label} is too long (at most ${max} characters)`)
    .regex(ONE_LINE, invalidCharacters(label))
    .regex(VISIBLE, hasInvisible(label));
}
