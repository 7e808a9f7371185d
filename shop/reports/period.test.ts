import { describe, expect, test } from "vitest";
import { addDays } from "#lib/days.ts";
import { lengthOf, longDay, spanText, type RollingPeriod } from "./period.ts";
import { planPeriod } from "./rolling.ts";

const today = "2026-11-20";

test("a week is the last 7 days, one bar a day", () => {
  const plan = planPeriod({ kind: "week" }, today);
  expect(plan).toMatchObject({ from: "2026-11-14", to: today });
  expect(plan.buckets.map(({ label }) => label)).toEqual([
    "Sat 14",
    "Sun 15",
    "Mon 16",
    "Tue 17",
    "Wed 18",
    "Thu 19",
    "Fri 20",
  ]);
  expect(plan.before).toEqual({ from: "2026-11-07", to: "2026-11-13" });
});

test("a month is four times 7 days, Week 1 to Week 4", () => {
  const plan = planPeriod({ kind: "month" }, today);
  expect(plan.buckets).toEqual([
    { from: "2026-10-24", to: "2026-10-30", label: "Week 1", short: "Week 1" },
    { from: "2026-10-31", to: "2026-11-06", label: "Week 2", short: "Week 2" },
    { from: "2026-11-07", to: "2026-11-13", label: "Week 3", short: "Week 3" },
    { from: "2026-11-14", to: "2026-11-20", label: "Week 4", short: "Week 4" },
  ]);
  expect(plan.before).toEqual({ from: "2026-09-26", to: "2026-10-23" });
});

test("a year is the last 6 calendar months, by their short names", () => {
  const plan = planPeriod({ kind: "year" }, "2027-02-03");
  expect(plan.buckets.map(({ label }) => label)).toEqual([
    "Sep",
    "Oct",
    "Nov",
    "Dec",
    "Jan",
    "Feb",
  ]);
  expect(plan).toMatchObject({ from: "2026-09-01", to: "2027-02-03" });
  expect(plan.before).toEqual({ from: "2026-03-01", to: "2026-08-03" });
  // February has no 31st.
  expect(planPeriod({ kind: "year" }, "2026-08-31").before).toEqual({
    from: "2025-09-01",
    to: "2026-02-28",
  });
});

describe("any days", () => {
  test.each([
    ["2026-11-20", "2026-11-20", 1, "Fri 20"],
    ["2026-10-21", "2026-11-20", 31, "21 Oct"],
    ["2026-10-20", "2026-11-20", 5, "20 Oct"],
    ["2026-01-31", "2026-11-20", 11, "Jan 2026"],
    ["2020-05-05", "2026-11-20", 7, "2020"],
  ])("from %s to %s are %i bars, of which the first is %s", (from, to, bars, label) => {
    const { buckets } = planPeriod({ kind: "custom", from, to }, today);
    expect(buckets).toHaveLength(bars);
    expect(buckets[0]?.label).toBe(label);
  });
});

test("future days are cut off", () => {
  const plan = planPeriod({ kind: "custom", from: "2026-11-19", to: "2027-01-01" }, today);
  expect(plan).toMatchObject({ from: "2026-11-19", to: today });
  const future = planPeriod({ kind: "custom", from: "2027-01-01", to: "2027-01-02" }, today);
  expect(future).toMatchObject({ from: today, to: today });
});

const spans = [1, 2, 7, 8, 30, 31, 32, 90, 182, 183, 364, 800, 1098, 1099, 3660];
const periods: RollingPeriod[] = [
  { kind: "week" },
  { kind: "month" },
  { kind: "year" },
  ...spans.map((days) => ({ kind: "custom" as const, from: addDays(today, 1 - days), to: today })),
];

test.each(periods)("the bars of %o follow each other from the first day to the last", (period) => {
  const plan = planPeriod(period, today);
  const { buckets, before } = plan;
  expect(buckets[0]?.from).toBe(plan.from);
  expect(buckets.at(-1)?.to).toBe(plan.to);
  for (const [index, bucket] of buckets.entries()) {
    expect(bucket.from <= bucket.to).toBe(true);
    if (index > 0) expect(bucket.from).toBe(addDays(buckets[index - 1]?.to ?? "", 1));
  }
  expect(new Set(buckets.map(({ label }) => label)).size).toBe(buckets.length);
  expect(buckets.length).toBeLessThanOrEqual(37);
  if (period.kind === "year") expect(before.to < plan.from).toBe(true);
  else expect(addDays(before.to, 1)).toBe(plan.from);
  if (period.kind === "custom") expect(lengthOf(before)).toBe(lengthOf(period));
});

test("a span is formatted without repetition", () => {
  expect(spanText({ from: "2026-11-14", to: "2026-11-20" })).toBe("14 to 20 November 2026");
  expect(spanText({ from: "2026-10-24", to: "2026-11-20" })).toBe("24 October to 20 November 2026");
  expect(spanText({ from: "2025-12-31", to: "2026-01-01" })).toBe(
    "31 December 2025 to 1 January 2026",
  );
  expect(spanText({ from: today, to: today })).toBe("20 November 2026");
  expect(longDay(today)).toBe("Friday, 20 November 2026");
});
