import { type MessageKey, t } from "#messages/translate.ts";

/** The payment methods, in the order of the checkout. A new one needs a module in `shop/methods` as well. */
export const paymentMethods = ["stripe", "bitcoin", "paypal", "bank_transfer"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** How bitcoins are paid: by Lightning, or to an address on the chain. */
export const paymentWays = ["lightning", "chain"] as const;
export type PaymentWay = (typeof paymentWays)[number];

/** The methods whose payments are recorded as receipts in cents: all except Bitcoin. */
export type ReceiptMethod = Exclude<PaymentMethod, "bitcoin">;

type MethodKey = Extract<MessageKey, `method.${string}`>;

/** The labels of the methods, and of what can pay an order in their place. */
const names = {
  stripe: "method.card",
  bitcoin: "method.bitcoin",
  paypal: "method.paypal",
  bank_transfer: "method.transfer",
  credit: "method.credit",
  coupon: "method.coupon",
} as const satisfies Record<PaymentMethod | "credit" | "coupon", MethodKey>;

/** True for the name of a payment method. */
export function isPaymentMethod(text: string): text is PaymentMethod {
  return paymentMethods.some((name) => name === text);
}

/** Returns the label of a payment method: `bank_transfer` → `Bank transfer`. Unknown names get a generated label. */
export function methodText(method: string): string {
  if (isNamed(method)) return t(names[method]);
  const words = method.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isNamed(method: string): method is keyof typeof names {
  return Object.hasOwn(names, method);
}

const bitcoinNames = {
  lightning: "method.bitcoinByLightning",
  chain: "method.bitcoinOnChain",
} as const satisfies Record<PaymentWay, MethodKey>;

/** The columns of an order that say how it was paid. */
interface PaidOrder {
  paymentMethod: string;
  byLightning: boolean;
  settledAt: Date | null;
}

/** Returns how a settled order was paid in Bitcoin; null before, and for other methods. */
export function paymentWayOf({
  paymentMethod,
  byLightning,
  settledAt,
}: PaidOrder): PaymentWay | null {
  if (paymentMethod !== "bitcoin" || settledAt === null) return null;
  return byLightning ? "lightning" : "chain";
}

/** Returns the label of an order's method with the way it was paid: `Bitcoin (Lightning)`, and `Bitcoin` before. */
export function methodWithWay(order: PaidOrder): string {
  const way = paymentWayOf(order);
  return way ? t(bitcoinNames[way]) : methodText(order.paymentMethod);
}

/** Returns the label within an English sentence of the back office: `bank transfer`, but `PayPal`. */
export function methodInSentence(method: string): string {
  const text = methodText(method);
  return method === "stripe" || method === "bank_transfer" ? text.toLowerCase() : text;
}
