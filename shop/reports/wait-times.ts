/** How long completed orders had waited, from the payment to the completion, in minutes. */
export interface WaitTimes {
  /** The number of these orders. */
  orders: number;
  medianMinutes: number;
  /** The 95th percentile. */
  p95Minutes: number;
}
