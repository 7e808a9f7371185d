import type { ReceiptMethod } from "../settings/payment-method.ts";
import type { PaymentStatus } from "#shop/payments/model/payment.ts";
import type { Instruction, Offer } from "./offer.ts";

/** The payment of an order by a method other than Bitcoin, as its buyer sees it. Amounts in cents. */
export interface MethodPayment {
  method: ReceiptMethod;
  /** How it is paid; null when the shop no longer offers the method. */
  how: Exclude<Offer["how"], "chain"> | null;
  status: PaymentStatus;
  dueCents: number;
  missingCents: number;
  /** True while the provider has accepted the payment but not received the money. */
  processing: boolean;
  /** Instructions for a manual payment. */
  instructions: Instruction[];
  received: { cents: number; currency: string; refundedCents: number; receivedAt: Date }[];
}
