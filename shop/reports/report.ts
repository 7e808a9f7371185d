import type { Goods } from "../catalog/goods.ts";
import type { WaitTimes } from "../orders/delivery-time.ts";
import type { Money } from "./money.ts";
import type { Bucket, PeriodPlan, Span } from "./period.ts";

/** The sums of some days. */
export interface Sums {
  orders: number;
  /** In US cents. */
  salesCents: number;
  visits: number;
}

export interface Bar extends Bucket {
  salesCents: number;
  orders: number;
  /** Includes today, so that the sums still grow. */
  unfinished: boolean;
}

/** A metric, that of the period before, and the change in percent; null without earlier data. */
interface Trended {
  value: number;
  before: number;
  change: number | null;
}

export interface SalesSummary {
  /** In US cents. */
  revenue: Trended;
  orders: Trended;
  /** Revenue by order, in US cents; 0 without orders. */
  average: Trended;
  /** Orders per visit in percent, null without visits; the change in percentage points. */
  conversion: { value: number | null; before: number | null; change: number | null };
}

export interface CustomerFigures {
  total: number;
  /** Ordered once in the period. */
  new: number;
  /** Ordered more than once in the period. */
  returning: number;
}

export interface PopularPackage {
  id: string;
  /** Null if the package's row does not exist. */
  goods: Goods | null;
  orders: number;
  /** What the shop has kept of these orders, in US cents. */
  cents: number;
}

export interface Report extends Span {
  against: string;
  today: string;
  /** The first day with orders or visits; null without any. */
  firstDay: string | null;
  bars: Bar[];
  unit: PeriodPlan["unit"];
  summary: SalesSummary;
  customers: CustomerFigures;
  packages: PopularPackage[];
  money: Money;
  /** How long the orders completed in the period had waited; null without any. */
  waits: WaitTimes | null;
  /** The same part of the period before. */
  before: Span & { bars: Bar[]; money: Money; waits: WaitTimes | null };
  calendar: PeriodPlan["calendar"];
}

/** Returns the top of the chart in cents: the largest value times 1.2, or 100 dollars without sales. */
export function chartScale(values: readonly number[]): number {
  const max = Math.max(0, ...values);
  return max === 0 ? 10_000 : max * 1.2;
}

/** Returns the change in percent; null if there is nothing to compare with. */
export function changeInPercent(now: number, before: number, hasEarlier: boolean): number | null {
  if (before !== 0) return ((now - before) / before) * 100;
  return now === 0 && hasEarlier ? 0 : null;
}

/** Returns the bars of a chart from the sums of its buckets. */
export function barsOf(buckets: readonly Bucket[], sums: readonly Sums[], today: string): Bar[] {
  return buckets.map((bucket, index) => ({
    ...bucket,
    salesCents: sums[index]?.salesCents ?? 0,
    orders: sums[index]?.orders ?? 0,
    unfinished: bucket.from <= today && today <= bucket.to,
  }));
}

/** What a period is compared with. */
interface Comparison {
  /** The sums of the parts before. */
  before: readonly Sums[];
  /** The orders in `before` that came later in its last day than it is now; null for a period that is over. */
  rest: Pick<Sums, "orders" | "salesCents"> | null;
  /** There are figures before the period. */
  hasEarlier: boolean;
}

/**
 * Returns the summary of a period from the sums of its parts. It is compared with the same part of the period before;
 * the conversion rate with that of its whole days, because visits are counted by day.
 */
export function summaryOf(
  parts: readonly Sums[],
  { before, rest, hasEarlier }: Comparison,
): SalesSummary {
  const now = totalOf(parts);
  const daysBefore = totalOf(before);
  const then = withoutRest(daysBefore, rest);
  const trended = (value: number, earlier: number) => ({
    value,
    before: earlier,
    change: changeInPercent(value, earlier, hasEarlier),
  });
  const conversion = conversionOf(now);
  const conversionBefore = conversionOf(daysBefore);
  return {
    revenue: trended(now.salesCents, then.salesCents),
    orders: trended(now.orders, then.orders),
    average: trended(averageOf(now), averageOf(then)),
    conversion: {
      value: conversion,
      before: conversionBefore,
      change:
        conversion === null || conversionBefore === null ? null : conversion - conversionBefore,
    },
  };
}

/** Returns sums without those of the rest of a day; as they are without a rest. */
export function withoutRest(sums: Sums, rest: Comparison["rest"]): Sums {
  if (!rest) return sums;
  return {
    ...sums,
    orders: sums.orders - rest.orders,
    salesCents: sums.salesCents - rest.salesCents,
  };
}

function averageOf({ salesCents, orders }: Pick<Sums, "orders" | "salesCents">): number {
  return orders === 0 ? 0 : Math.round(salesCents / orders);
}

function conversionOf({ orders, visits }: Sums): number | null {
  return visits === 0 ? null : (orders / visits) * 100;
}

function totalOf(parts: readonly Sums[]): Sums {
  const total = { orders: 0, salesCents: 0, visits: 0 };
  for (const { orders, salesCents, visits } of parts) {
    total.orders += orders;
    total.salesCents += salesCents;
    total.visits += visits;
  }
  return total;
}
