/**
 * The kinds of daily metrics. Orders, without deleted ones, count on the day they were placed: `status`, `package` and
 * `method` have it as their key, and so has `sales` the method of the orders that count as sales. The method is
 * `lightning` for Bitcoin by Lightning. The key of `gap1` and `gap2` is the day of the same customer's previous order and
 * of the one before that, of `month1` and `month2` its month (empty without such an order). `visit` and `checkout` count
 * visits and checkouts.
 */
export type DailyMetricKind =
  | "status"
  | "package"
  | "method"
  | "sales"
  | "gap1"
  | "gap2"
  | "month1"
  | "month2"
  | "visit"
  | "checkout";

/** The time zone (IANA name) of the current metrics, and of the requested ones; null if there is no request. */
export interface MetricDays {
  zone: string;
  next: string | null;
}

/** A recount for another time zone; `share` is its progress from 0 to 1. */
export interface Recount {
  from: string;
  to: string;
  share: number;
}
