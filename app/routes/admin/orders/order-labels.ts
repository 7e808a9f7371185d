import { formatUsd } from "#lib/money.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import type { OrderPeriod, PaymentFilter } from "#shop/order-list/order-list.ts";
import type { Side } from "#shop/orders/message.ts";
import type { PaymentStatus } from "#shop/orders/payment-status.ts";
import type { ListedOrder } from "#shop/order-list/order-list.server.ts";
import { reasonLabels } from "../review/review-labels.tsx";

export const statusLabels: Record<OrderStatus, string> = {
  pending: "Pending",
  processing: "Processing",
  completed: "Completed",
  rejected: "Rejected",
};

export const periodLabels: Record<OrderPeriod, string> = {
  all: "All Time",
  today: "Today",
  yesterday: "Yesterday",
  week: "Last 7 days",
  month: "Last 30 days",
  custom: "Custom",
};

/** Whose message orders wait for. */
export const messageFilterLabels: Record<Side, string> = {
  shop: "Only orders with messages that you have not answered.",
  buyer: "Only orders that are set aside until their buyers answer.",
};

/** Payment state, shown below the method. */
export const paymentStatusLabels: Record<PaymentStatus, string> = {
  pending: "Waiting",
  detected: "Seen, not yet confirmed",
  partial: "Part of it seen",
  paid: "Confirmed",
  overpaid: "Confirmed, overpaid",
  expired: "Not paid in time",
  review: "In review",
  reversed: "Reversed",
  refunded: "Refunded",
};

export const paymentFilterLabels: Record<PaymentFilter, string> = {
  ...paymentStatusLabels,
  underpaid: "Underpaid",
  late: "Too late",
};

type Payment = Pick<ListedOrder, "paymentStatus" | "keptCents" | "sentBackCents" | "creditedCents">;

/** Describes the payment of a row: while it waits for a decision, with the reason. */
export function listedPaymentText({
  reviewReason,
  ...payment
}: Payment & Pick<ListedOrder, "reviewReason">): string {
  return payment.paymentStatus === "review" && reviewReason
    ? `In review: ${reasonLabels[reviewReason].short.toLowerCase()}`
    : paymentText(payment);
}

/** Describes the payment of an order: when a part of it went back, with how much. */
export function paymentText(payment: Payment): string {
  const { paymentStatus, keptCents, sentBackCents, creditedCents } = payment;
  if (paymentStatus !== "refunded" || keptCents === 0) return paymentStatusLabels[paymentStatus];
  const parts = [
    ...(sentBackCents > 0 ? [`${formatUsd(sentBackCents)} sent back`] : []),
    ...(creditedCents > 0 ? [`${formatUsd(creditedCents)} to credit`] : []),
  ];
  return `Partly refunded: ${parts.join(", ")}`;
}
