import { type CsvCell, csvCents } from "#lib/csv.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import type { PaymentStatus } from "#shop/payments/payment.ts";

/** An order as an exported report has it. Times are the shop's own, as `2026-11-20 08:41:12`. */
export interface ExportedOrder {
  id: string;
  placedAt: string;
  updatedAt: string;
  status: OrderStatus;
  paymentMethod: string;
  paymentStatus: PaymentStatus;
  coins: number;
  totalCents: number;
  tiktokUsername: string;
  tiktokUid: string | null;
  email: string;
}

export const exportHead = [
  "Order ID",
  "Placed",
  "Status",
  "Payment method",
  "Payment status",
  "Coins",
  "Total (USD)",
  "TikTok username",
  "TikTok UID",
  "Email",
  "Last updated",
] as const;

/** The cells of an order, in the order of the head. */
export function exportCells(order: ExportedOrder): CsvCell[] {
  return [
    order.id,
    order.placedAt,
    order.status,
    order.paymentMethod.replaceAll("_", " "),
    order.paymentStatus,
    order.coins,
    csvCents(order.totalCents),
    order.tiktokUsername,
    order.tiktokUid,
    order.email,
    order.updatedAt,
  ];
}
