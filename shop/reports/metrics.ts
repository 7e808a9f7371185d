/**
 * What is counted by day. Of orders by the day they were placed, deleted ones left out: `status`, `package` and
 * `method` by that key, `sales` those that count as sales, `gap1` and `gap2` by the day of the same customer's
 * order before and the one before that, `month1` and `month2` by its month (empty when there is none). `visit`
 * and `checkout` count themselves.
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

/** By the days of which time zone (IANA name) figures are counted, and of which they are about to be. */
export interface MetricDays {
  zone: string;
  next: string | null;
}

/** Orders are being counted anew by the days of another time zone: how far that is, from 0 to 1. */
export interface Recount {
  from: string;
  to: string;
  share: number;
}
