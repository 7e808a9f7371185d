import type { MethodPayment } from "#shop/methods/methods.ts";
import type { TrackedOrder } from "#shop/orders/order.ts";
import type { PaymentStatus } from "#shop/orders/payment-status.ts";

const unpaidStatuses: readonly PaymentStatus[] = ["pending", "partial", "expired"];

/** Returns whether the page of an order shows its payment by a method other than Bitcoin. */
export function showsMethodPayment(order: TrackedOrder, { status }: MethodPayment): boolean {
  if (status === "paid") return false;
  if (order.status === "rejected") return status === "refunded";
  return order.status !== "completed" || !unpaidStatuses.includes(status);
}

/** Returns whether the page of an order shows its payment in Bitcoin. */
export function showsPayment(order: TrackedOrder, status: PaymentStatus): boolean {
  if (order.masked || status === "paid") return false;
  // A rejected order still shows where its refund went.
  if (order.status === "rejected") return status === "refunded";
  // An order completed by hand requests no payment any more.
  return order.status !== "completed" || !unpaidStatuses.includes(status);
}
