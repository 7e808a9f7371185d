import type { ReceiptMethod } from "../settings/payment-method.ts";
import type { PaymentStatus } from "#shop/payments/model/payment.ts";
import type { Instruction, Offer } from "./offer.ts";

/** The payment of an order by another way than Bitcoin, as its buyer sees it. Amounts in cents. */
export interface MethodPayment {
  method: ReceiptMethod;
  /** How it is paid; null when the shop does not offer it any more. */
  how: Exclude<Offer["how"], "chain"> | null;
  status: PaymentStatus;
  dueCents: number;
  missingCents: number;
  /** True while the service has the buyer's word, and not yet the money. */
  processing: boolean;
  /** What a buyer needs to pay by hand. */
  instructions: Instruction[];
  received: { cents: number; currency: string; refundedCents: number; receivedAt: Date }[];
}
