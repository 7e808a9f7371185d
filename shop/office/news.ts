import type { PaymentStatus } from "#shop/payments/payment.ts";

/** What a payment can become that the owner is told of at once. */
export const newsworthy = [
  "paid",
  "overpaid",
  "review",
  "reversed",
] as const satisfies readonly PaymentStatus[];

/** Something that happened to an order, for whoever has the back office open. */
export interface News {
  /** Grows: the newest has the greatest. */
  id: number;
  orderId: string;
  what: "placed" | (typeof newsworthy)[number];
  coins: number;
  totalCents: number;
}
