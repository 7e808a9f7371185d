import type { ReceiptMethod } from "../settings/payment-method.ts";

/** A refund: sent in Bitcoin or by the original payment method, or added to the credit of the buyer's account; or its credit note. */
export type RefundPart =
  | { sats: number; address: string; txid: string }
  | MethodRefund
  | { creditCents: number }
  | { creditNote: CreditNotePart };

/** A refund by the original payment method. */
interface MethodRefund {
  method: ReceiptMethod;
  cents: number;
  currency: string;
}

/** The credit note of a refund or of a rejected order, or the correction of one. */
interface CreditNotePart {
  number: string;
  invoice: string;
  /** With VAT, in cents: negative, or positive for a correction. */
  grossCents: number;
  vatCents: number;
  vatBasisPoints: number;
}
