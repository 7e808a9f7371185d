import { addDays, monthBefore } from "#lib/days.ts";
import type { PaymentStatus } from "#shop/payments/model/payment.ts";
import type { OrderStatus } from "./order.ts";

export const orderPeriods = ["all", "today", "yesterday", "week", "month", "custom"] as const;
export type OrderPeriod = (typeof orderPeriods)[number];

/** Which orders a list shows: what is given has to fit all together. */
export interface OrderFilter {
  status: OrderStatus | null;
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

/** How many there are; with `more`, at least that many. */
export interface Counted {
  count: number;
  more: boolean;
}

/** Counts by status as far as they are known. */
export type StatusCounts = Partial<Record<OrderStatus | "all", Counted>>;

/** A row of the back office's list. */
export interface ListedOrder {
  id: string;
  tiktokUsername: string;
  email: string;
  createdAt: Date;
  totalCents: number;
  paymentMethod: string;
  paymentStatus: PaymentStatus;
  status: OrderStatus;
  version: number;
}

/** The way to a neighbouring page, and which order stands nearest on it. */
interface PageLink {
  cursor: NonNullable<OrderQuery["cursor"]>;
  orderId: string;
}

export interface OrderPage {
  orders: ListedOrder[];
  /** Place of the first one shown, from 1; null when it is too far in to be counted. */
  from: number | null;
  total: Counted;
  counts: StatusCounts;
  previous: PageLink | null;
  next: PageLink | null;
}

/** Days from `from` on, up to and without `until`. */
export interface Days {
  from: string | null;
  until: string | null;
}

/**
 * The days of a period, whole ones: the last 7 days reach seven days back from today, the last 30 days one
 * calendar month.
 */
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
