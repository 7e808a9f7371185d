import type { PaymentMethod } from "../settings/payment-method.ts";

/**
 * A payment method and how it is paid: `chain` to a Bitcoin address, `page` on the provider's page, `by-hand` by
 * instructions, with the receipt recorded by an administrator.
 */
export interface Offer {
  method: PaymentMethod;
  how: "chain" | "page" | "by-hand";
}

/** A line of the instructions for a manual payment. */
export interface Instruction {
  label: string;
  value: string;
  /** The text to copy, if it differs from `value`. */
  copy?: string;
}
