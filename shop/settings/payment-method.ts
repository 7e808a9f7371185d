/** The payment methods, in the order of the checkout. A new one needs a module in `shop/methods` as well. */
export const paymentMethods = ["stripe", "bitcoin", "paypal", "bank_transfer"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** The methods whose payments are recorded as receipts in cents: all except Bitcoin. */
export type ReceiptMethod = Exclude<PaymentMethod, "bitcoin">;

const names: Record<PaymentMethod, string> = {
  stripe: "Card",
  bitcoin: "Bitcoin",
  paypal: "PayPal",
  bank_transfer: "Bank transfer",
};

/** True for the name of a payment method. */
export function isPaymentMethod(text: string): text is PaymentMethod {
  return paymentMethods.some((name) => name === text);
}

/** Returns the label of a payment method: `bank_transfer` → `Bank transfer`. Unknown names get a generated label. */
export function methodText(method: string): string {
  if (isPaymentMethod(method)) return names[method];
  const words = method.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the label for use within a sentence: `bank transfer`, but `PayPal`. */
export function methodInSentence(method: string): string {
  const text = methodText(method);
  return method === "stripe" || method === "bank_transfer" ? text.toLowerCase() : text;
}
