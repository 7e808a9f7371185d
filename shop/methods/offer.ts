import type { PaymentMethod } from "../settings/payment-method.ts";

/**
 * How a method is paid: `chain` to an address, `page` on a page of the service, `by-hand` by instructions, after
 * which the owner records what came.
 */
export interface Offer {
  method: PaymentMethod;
  how: "chain" | "page" | "by-hand";
}

/** A line of what a buyer needs to pay by hand. */
export interface Instruction {
  label: string;
  value: string;
  /** For the clipboard, where that differs from what is shown. */
  copy?: string;
}
