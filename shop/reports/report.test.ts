import { expect, test } from "vitest";
import { planPeriod } from "./rolling.ts";
import { barsOf, changeInPercent, chartScale, type Sums, summaryOf } from "./report.ts";

const today = "2026-11-20";
const plan = planPeriod({ kind: "week" }, today);
const sums = (orders: number, salesCents: number, visits = 0): Sums => ({
  orders,
  salesCents,
  visits,
});
const nothing = sums(0, 0);

test("the chart reaches up to the largest value times 1.2, without sales to 100 dollars", () => {
  expect(chartScale([100, 50_000, 0])).toBe(60_000);
  expect(chartScale([0, 0])).toBe(10_000);
  expect(chartScale([])).toBe(10_000);
});

test("each bar has the sums of its part, and the one with today is unfinished", () => {
  const parts = plan.buckets.map((_, index) => sums(index, 100 * index));
  const bars = barsOf(plan.buckets, parts, today);
  expect(bars.map(({ salesCents }) => salesCents)).toEqual([0, 100, 200, 300, 400, 500, 600]);
  expect(bars.map(({ orders }) => orders)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(bars.map(({ unfinished }) => unfinished).indexOf(true)).toBe(6);
});

test("a summary adds up the period's parts, and compares them with the period before", () => {
  const parts = [sums(1, 400, 25), nothing, sums(2, 700, 35)];
  expect(summaryOf(parts, { before: [sums(2, 1000, 20)], rest: null, hasEarlier: true })).toEqual({
    revenue: { value: 1100, before: 1000, change: 10 },
    orders: { value: 3, before: 2, change: 50 },
    average: { value: 367, before: 500, change: ((367 - 500) / 500) * 100 },
    conversion: { value: 5, before: 10, change: -5 },
  });
});

test("an unfinished period is compared without the rest of the last day before", () => {
  const before = [sums(1, 200, 5), sums(2, 1300, 15)];
  const rest = { orders: 1, salesCents: 500 };
  expect(summaryOf([sums(1, 800, 10)], { before, rest, hasEarlier: true })).toEqual({
    revenue: { value: 800, before: 1000, change: -20 },
    orders: { value: 1, before: 2, change: -50 },
    average: { value: 800, before: 500, change: 60 },
    conversion: { value: 10, before: 15, change: -5 },
  });
});

test("without orders the average is 0, without visits there is no conversion", () => {
  expect(summaryOf([nothing], { before: [nothing], rest: null, hasEarlier: false })).toEqual({
    revenue: { value: 0, before: 0, change: null },
    orders: { value: 0, before: 0, change: null },
    average: { value: 0, before: 0, change: null },
    conversion: { value: null, before: null, change: null },
  });
});

test("without earlier data there is no change", () => {
  expect(changeInPercent(5, 0, true)).toBeNull();
  expect(changeInPercent(0, 0, false)).toBeNull();
  expect(changeInPercent(0, 0, true)).toBe(0);
  expect(changeInPercent(0, 4, true)).toBe(-100);
});
