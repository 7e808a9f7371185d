import { z } from "zod";
import { emailField } from "#lib/email.ts";
import { ONE_LINE, unusable } from "#lib/text.ts";
import type { CoinPackage } from "../catalog/package.ts";
import type { PaymentMethod } from "../settings/payment-method.ts";

/**
 * `open` is the one the visitor is in; `left` was dropped for another package; `done` was confirmed; of a
 * `purged` one the order was deleted for good, and there will be no other.
 */
export type CheckoutState = "open" | "left" | "done" | "purged";

export const checkoutSteps = ["account", "payment", "confirm"] as const;
export type CheckoutStep = (typeof checkoutSteps)[number];

/** What step 1 asks for, checked with the same rules in the browser and on the server. */
export const accountSchema = z.object({
  tiktokUsername: z
    .string()
    .transform((text) => text.trim().replace(/^[@\s]+/, ""))
    .pipe(plainText("TikTok username", 64).min(1, "TikTok username is required")),
  tiktokUid: z
    .string()
    .optional()
    .transform((text) => text?.trim() || null)
    .pipe(plainText("TikTok UID", 64).nullable()),
  email: emailField("Email is required"),
});

export type Account = z.output<typeof accountSchema>;

/** A checkout as its screens need it. */
export interface Checkout {
  id: string;
  package: CoinPackage;
  account: Account | null;
  /** What was chosen; null while nothing was. */
  paymentMethod: PaymentMethod | null;
}

function plainText(label: string, max: number) {
  return z
    .string()
    .max(max, `${label} is too long (at most ${max} characters)`)
    .regex(ONE_LINE, unusable(label));
}
