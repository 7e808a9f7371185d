import { expect, test } from "vitest";
import { planPeriod } from "./period.ts";
import { barsOf, changeInPercent, chartScale, type DayFigures, summaryOf } from "./report.ts";

const today = "2026-11-20";
const plan = planPeriod({ kind: "week" }, today);
const day = (day: string, orders: number, salesCents: number, visits = 0): DayFigures => ({
  day,
  orders,
  salesCents,
  visits,
});

test("the chart reaches up to the largest value times 1.2, without sales to 100 dollars", () => {
  expect(chartScale([100, 50_000, 0])).toBe(60_000);
  expect(chartScale([0, 0])).toBe(10_000);
  expect(chartScale([])).toBe(10_000);
});

test("each bar adds up its days, and the one with today in it is unfinished", () => {
  const bars = barsOf(plan, [day("2026-11-14", 2, 500), day(today, 1, 300)], today);
  expect(bars.map(({ salesCents }) => salesCents)).toEqual([500, 0, 0, 0, 0, 0, 300]);
  expect(bars.map(({ orders }) => orders)).toEqual([2, 0, 0, 0, 0, 0, 1]);
  expect(bars.map(({ unfinished }) => unfinished).indexOf(true)).toBe(6);
});

test("a summary compares the period with the one before", () => {
  const days = [day("2026-11-10", 2, 1000, 20), day("2026-11-15", 3, 1100, 60), day(today, 0, 0)];
  expect(summaryOf(plan, days, true)).toEqual({
    revenue: { value: 1100, change: 10 },
    orders: { value: 3, change: 50 },
    average: { value: 367, change: ((367 - 500) / 500) * 100 },
    conversion: { value: 5, change: -5 },
  });
});

test("without orders the average is 0, without visits there is no conversion", () => {
  expect(summaryOf(plan, [], false)).toEqual({
    revenue: { value: 0, change: null },
    orders: { value: 0, change: null },
    average: { value: 0, change: null },
    conversion: { value: null, change: null },
  });
});

test("where there is nothing to compare with there is no change", () => {
  expect(changeInPercent(5, 0, true)).toBeNull();
  expect(changeInPercent(0, 0, false)).toBeNull();
  expect(changeInPercent(0, 0, true)).toBe(0);
  expect(changeInPercent(0, 4, true)).toBe(-100);
});
