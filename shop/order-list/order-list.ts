import { addDays, monthBefore } from "#lib/days.ts";
import type { Side } from "../orders/message.ts";
import type { OrderStatus } from "../orders/order.ts";

export type OrderPeriod = "all" | "today" | "yesterday" | "week" | "month" | "custom";

/**
 * States of the payment that the list can be filtered by: those of orders, where `review` has every order with a payment
 * that waits for a decision; `underpaid` from its first minute on until it is rejected; and `late` while it waits for a decision.
 */
export const paymentFilters = [
  "pending",
  "detected",
  "underpaid",
  "late",
  "review",
  "paid",
  "overpaid",
  "expired",
  "reversed",
  "refunded",
] as const;
export type PaymentFilter = (typeof paymentFilters)[number];

/** The filters of the order list; an order must match all of them. */
export interface OrderFilter {
  status: OrderStatus | null;
  payment?: PaymentFilter | null;
  /** Who answers next. */
  messages?: Side | undefined;
  /** Part of an order ID, a username or an email, in any case. */
  search: string;
  period: OrderPeriod;
  /** First and last day of a custom period; open where null. */
  from: string | null;
  to: string | null;
}

export interface OrderSort {
  by: "created" | "updated" | "total";
  descending: boolean;
}

export interface OrderQuery {
  filter: OrderFilter;
  sort: OrderSort;
  /** The order that the page begins after, or ends before; null for the first page. */
  cursor: { side: "after" | "before"; orderId: string } | null;
}

/** A count; with `more` it is a lower bound. */
export interface Counted {
  count: number;
  more: boolean;
}

/** Counts by status as far as they are known. */
export type StatusCounts = Partial<Record<OrderStatus | "all", Counted>>;

/** A range of days: `from` is included, `until` is not. */
export interface Days {
  from: string | null;
  until: string | null;
}

/** Returns the whole days of a period. "week" begins seven days before today, "month" one calendar month before. */
export function daysOf(filter: Pick<OrderFilter, "period" | "from" | "to">, today: string): Days {
  switch (filter.period) {
    case "all":
      return { from: null, until: null };
    case "today":
      return { from: today, until: null };
    case "yesterday":
      return { from: addDays(today, -1), until: today };
    case "week":
      return { from: addDays(today, -7), until: null };
    case "month":
      return { from: monthBefore(today), until: null };
    case "custom":
      return { from: filter.from, until: filter.to && addDays(filter.to, 1) };
  }
}
