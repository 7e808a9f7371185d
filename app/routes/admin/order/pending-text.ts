import { type HostedMethod, NO_CHARGE } from "#shop/methods/provider.ts";
import { methodText } from "#shop/settings/payment-method.ts";

/** A payment that its provider has accepted, and whose money has not arrived. */
export interface PendingPayment {
  method: HostedMethod;
  /** The provider's word for the reason; null where it gave none. */
  reason: string | null;
}

/** PayPal's reasons (https://developer.paypal.com/sdk/orders/v2/definitions/capture_status_details), and what to do. */
const reasonTexts: Record<string, string> = {
  BUYER_COMPLAINT: "The buyer has opened a dispute.",
  CHARGEBACK: "The buyer's bank has taken the payment back.",
  ECHECK: "The buyer paid by eCheck, which has not cleared yet.",
  INTERNATIONAL_WITHDRAWAL: "Accept or deny the payment in your PayPal account.",
  OTHER: "No reason is given. Look the payment up in your PayPal account.",
  PENDING_REVIEW: "The payment is under review.",
  RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION:
    "Accept or deny the payment in your PayPal account: its settings do not accept it by themselves.",
  TRANSACTION_APPROVED_AWAITING_FUNDING: "The buyer still has to send the money to PayPal.",
  UNILATERAL: "No account of yours was found for it. Check your email address at PayPal.",
  VERIFICATION_REQUIRED: "Your PayPal account has to be verified first.",
  [NO_CHARGE]: "Stripe says it is paid, but shows no charge yet. The shop keeps checking.",
};

/** Returns why a payment is still on its way: "PayPal: The buyer paid by eCheck, which has not cleared yet." */
export function pendingText({ method, reason }: PendingPayment): string {
  const unknown = reason === null ? "The money is on its way." : `The reason given is ${reason}.`;
  return `${methodText(method)}: ${reasonTexts[reason ?? ""] ?? unknown}`;
}
