import type { Bucket, PeriodPlan, Span } from "./period.ts";

/** What some days brought, added up. */
export interface Sums {
  orders: number;
  /** In US cents. */
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

/** The bars of a chart, from what each of its parts brought. */
export function barsOf(buckets: readonly Bucket[], sums: readonly Sums[], today: string): Bar[] {
  return buckets.map((bucket, index) => ({
    ...bucket,
    salesCents: sums[index]?.salesCents ?? 0,
    orders: sums[index]?.orders ?? 0,
    unfinished: bucket.from <= today && today <= bucket.to,
  }));
}

/** The figures of a period, whose parts these are, beside those of the one before. */
export function summaryOf(parts: readonly Sums[], before: Sums, hasEarlier: boolean): SalesSummary {
  const now = totalOf(parts);
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

function averageOf({ salesCents, orders }: Sums): number {
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
