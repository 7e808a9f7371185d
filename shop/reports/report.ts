import type { Bucket, PeriodPlan, Span } from "./period.ts";

/** What a day adds to a report. */
export interface DayFigures {
  day: string;
  orders: number;
  salesCents: number;
  visits: number;
}

export interface Bar extends Bucket {
  salesCents: number;
  orders: number;
  /** Today is in it, so it still grows. */
  unfinished: boolean;
}

/** A figure, and by how much it changed against the period before: in percent, null without earlier data. */
interface Trended {
  value: number;
  change: number | null;
}

export interface SalesSummary {
  /** In US cents. */
  revenue: Trended;
  orders: Trended;
  /** Revenue by order, in US cents; 0 without orders. */
  average: Trended;
  /** Orders by visit, in percent, null without visits; its change in points. */
  conversion: { value: number | null; change: number | null };
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
  /** Null for a package that is gone without a trace. */
  coins: number | null;
  orders: number;
  /** What those orders add up to, in US cents, paid or not. */
  cents: number;
}

export interface Report extends Span {
  against: string;
  today: string;
  bars: Bar[];
  /** What a bar is. */
  unit: PeriodPlan["unit"];
  summary: SalesSummary;
  customers: CustomerFigures;
  packages: PopularPackage[];
}

/** The chart reaches up to the largest value times 1.2; without sales to 100 dollars. In cents. */
export function chartScale(values: readonly number[]): number {
  const max = Math.max(0, ...values);
  return max === 0 ? 10_000 : max * 1.2;
}

/** By how many percent a figure changed. Null when there is nothing to compare it with. */
export function changeInPercent(now: number, before: number, hasEarlier: boolean): number | null {
  if (before !== 0) return ((now - before) / before) * 100;
  return now === 0 && hasEarlier ? 0 : null;
}

/** The bars of a chart from the figures of its days. */
export function barsOf(plan: PeriodPlan, days: readonly DayFigures[], today: string): Bar[] {
  return plan.buckets.map((bucket) => {
    const { salesCents, orders } = sumOf(days, bucket);
    return {
      ...bucket,
      salesCents,
      orders,
      unfinished: bucket.from <= today && today <= bucket.to,
    };
  });
}

/** The figures of a period beside those of the one before. */
export function summaryOf(
  plan: PeriodPlan,
  days: readonly DayFigures[],
  hasEarlier: boolean,
): SalesSummary {
  const now = sumOf(days, plan);
  const before = sumOf(days, plan.before);
  const trended = (value: number, earlier: number) => ({
    value,
    change: changeInPercent(value, earlier, hasEarlier),
  });
  const conversion = conversionOf(now);
  const conversionBefore = conversionOf(before);
  return {
    revenue: trended(now.salesCents, before.salesCents),
    orders: trended(now.orders, before.orders),
    average: trended(averageOf(now), averageOf(before)),
    conversion: {
      value: conversion,
      change:
        conversion === null || conversionBefore === null ? null : conversion - conversionBefore,
    },
  };
}

type Sum = Omit<DayFigures, "day">;

function averageOf({ salesCents, orders }: Sum): number {
  return orders === 0 ? 0 : Math.round(salesCents / orders);
}

function conversionOf({ orders, visits }: Sum): number | null {
  return visits === 0 ? null : (orders / visits) * 100;
}

function sumOf(days: readonly DayFigures[], { from, to }: Span): Sum {
  const sum = { orders: 0, salesCents: 0, visits: 0 };
  for (const { day, orders, salesCents, visits } of days) {
    if (day < from || day > to) continue;
    sum.orders += orders;
    sum.salesCents += salesCents;
    sum.visits += visits;
  }
  return sum;
}
