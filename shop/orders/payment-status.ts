export const paymentStatuses = [
  "pending",
  "detected",
  "partial",
  "paid",
  "overpaid",
  "expired",
  "review",
  "reversed",
  "refunded",
] as const;

export type PaymentStatus = (typeof paymentStatuses)[number];

/** True for statuses that count as paid. */
export function isSettled(status: PaymentStatus): boolean {
  return status === "paid" || status === "overpaid";
}

/** What of an order's total went back to the buyer, in cents. Their sum is at most the total. */
export interface Returned {
  /** As money. */
  sentBackCents: number;
  /** As credit of the buyer's account. */
  creditedCents: number;
}
