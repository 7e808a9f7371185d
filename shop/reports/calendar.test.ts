import { expect, test } from "vitest";
import { addDays } from "#lib/days.ts";
import { missingFiguresText, planCalendar } from "./calendar.ts";
import type { CalendarPeriod, Span } from "./period.ts";

const plan = (today: string, period: Partial<CalendarPeriod> = {}) =>
  planCalendar({ kind: "calendar", year: null, month: null, against: "before", ...period }, today);

test("without a year it is the current month, compared with the same days of the month before", () => {
  const now = plan("2026-11-27");
  expect(now).toMatchObject({
    from: "2026-11-01",
    to: "2026-11-27",
    unit: "Day",
    before: { from: "2026-10-01", to: "2026-10-27" },
    cut: "2026-10-27",
    against: "from 1 to 27 October 2026",
    calendar: {
      year: 2026,
      month: 11,
      name: "November 2026",
      note: "November 2026 is not over, so it is compared with the same days before: 1 to 27 October 2026, up to this time of day.",
    },
  });
  expect(now.buckets).toHaveLength(27);
  expect(now.buckets[0]).toMatchObject({ label: "1 Nov", short: "1" });
  expect(now.calendar?.bucketsBefore.map(({ label }) => label).at(-1)).toBe("27 Oct");
});

test("the first days of a month have their dates, and not their weekdays", () => {
  expect(plan("2026-11-02").buckets.map(({ label }) => label)).toEqual(["1 Nov", "2 Nov"]);
});

test("a month that is over is compared with all of the other, though it has more days", () => {
  const february = plan("2026-11-27", { year: 2026, month: 2 });
  expect(february).toMatchObject({
    from: "2026-02-01",
    to: "2026-02-28",
    before: { from: "2026-01-01", to: "2026-01-31" },
    cut: null,
    against: "from January 2026",
    calendar: { note: "Compared with January 2026." },
  });
  expect(february.calendar?.bucketsBefore).toHaveLength(31);
});

test("on its last day a month is not over", () => {
  expect(plan("2026-11-30")).toMatchObject({
    before: { from: "2026-10-01", to: "2026-10-30" },
    cut: "2026-10-30",
  });
});

test("days that the other month does not have leave it whole, with its last day in full", () => {
  expect(plan("2027-03-31")).toMatchObject({
    before: { from: "2027-02-01", to: "2027-02-28" },
    cut: null,
    calendar: {
      note: "March 2027 is not over, so it is compared with the same days before: 1 to 28 February 2027.",
    },
  });
  expect(plan("2028-02-29", { year: 2028, month: 2, against: "year" })).toMatchObject({
    before: { from: "2027-02-01", to: "2027-02-28" },
    cut: null,
  });
});

test("a month is compared with that of a year before", () => {
  expect(plan("2026-11-27", { year: 2026, month: 1, against: "year" })).toMatchObject({
    before: { from: "2025-01-01", to: "2025-01-31" },
    against: "from January 2025",
  });
  // January's month before is in the other year, too.
  expect(plan("2026-11-27", { year: 2026, month: 1 }).before).toEqual({
    from: "2025-12-01",
    to: "2025-12-31",
  });
});

test("a year has a bar for each month so far", () => {
  const year = plan("2026-11-27", { year: 2026 });
  expect(year).toMatchObject({
    from: "2026-01-01",
    to: "2026-11-27",
    unit: "Month",
    before: { from: "2025-01-01", to: "2025-11-27" },
    cut: "2025-11-27",
    calendar: { year: 2026, month: null, name: "2026" },
  });
  expect(year.buckets.map(({ label }) => label).slice(-2)).toEqual(["Oct", "Nov"]);
  expect(year.calendar?.bucketsBefore.at(-1)).toMatchObject({
    from: "2025-11-01",
    to: "2025-11-27",
  });
  expect(plan("2026-11-27", { year: 2025 })).toMatchObject({
    to: "2025-12-31",
    before: { from: "2024-01-01", to: "2024-12-31" },
    calendar: { note: "Compared with 2024." },
  });
});

test("one that has not begun is the current one", () => {
  expect(plan("2026-11-27", { year: 2026, month: 12 }).from).toBe("2026-11-01");
  expect(plan("2026-11-27", { year: 2027 }).from).toBe("2026-01-01");
});

test("the bars of both follow each other, on every day of a leap winter", () => {
  const follow = (buckets: readonly Span[], { from, to }: Span) =>
    buckets[0]?.from === from &&
    buckets.at(-1)?.to === to &&
    buckets.every((bucket, i) => i === 0 || bucket.from === addDays(buckets[i - 1]?.to ?? "", 1));
  const wrong: string[] = [];
  for (let today = "2027-12-01"; today < "2028-04-01"; today = addDays(today, 1))
    for (const period of [{}, { against: "year" as const }, { year: Number(today.slice(0, 4)) }]) {
      const { calendar, buckets, before, ...span } = plan(today, period);
      const isRight = follow(buckets, span) && follow(calendar?.bucketsBefore ?? [], before);
      if (!isRight || before.to >= span.from) wrong.push(`${today} ${JSON.stringify(period)}`);
    }
  expect(wrong).toEqual([]);
});

test("days before the shop's first figures are named", () => {
  const october = { from: "2026-10-01", to: "2026-10-27" };
  expect(missingFiguresText(october, "2026-10-01")).toBeNull();
  expect(missingFiguresText(october, "2026-10-09")).toBe(
    "The shop's first figures are of 9 October 2026.",
  );
  expect(missingFiguresText(october, "2026-11-02")).toBe("The shop has no figures of those days.");
  expect(missingFiguresText(october, null)).toBe("The shop has no figures of those days.");
});
