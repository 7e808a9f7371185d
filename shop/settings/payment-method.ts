/**
 * Ways to pay, in the order in which checkout offers them. A further one is a name and its words here, and a module
 * in `shop/methods`.
 */
export const paymentMethods = ["stripe", "bitcoin", "paypal", "bank_transfer"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Those by which money comes in cents, with somebody's word for it: all but Bitcoin. */
export type ReceiptMethod = Exclude<PaymentMethod, "bitcoin">;

const names: Record<PaymentMethod, string> = {
  stripe: "Card",
  bitcoin: "Bitcoin",
  paypal: "PayPal",
  bank_transfer: "Bank transfer",
};

/** True for a way to pay that exists. */
export function isPaymentMethod(text: string): text is PaymentMethod {
  return paymentMethods.some((name) => name === text);
}

/** A payment method as people read it: `bank_transfer` → `Bank transfer`; others with spaces for underscores. */
export function methodText(method: string): string {
  if (isPaymentMethod(method)) return names[method];
  const words = method.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The same within a sentence: `bank transfer`, but `PayPal`. */
export function methodInSentence(method: string): string {
  const text = methodText(method);
  return method === "stripe" || method === "bank_transfer" ? text.toLowerCase() : text;
}
