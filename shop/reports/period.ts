import { addDays } from "#lib/days.ts";
import { DAY_MS } from "#lib/time.ts";

/** Which time a report is about: the last 7 days, the last 4 weeks, the last 6 calendar months, or any days. */
export type Period =
  | { kind: "week" | "month" | "year" }
  | { kind: "custom"; from: string; to: string };

/** Whole days, both included. */
export interface Span {
  from: string;
  to: string;
}

/** What one bar of the chart adds up. */
export interface Bucket extends Span {
  label: string;
  /** Where there is less room. */
  short: string;
}

export interface PeriodPlan extends Span {
  buckets: Bucket[];
  /** What a bucket is: the head above the labels. */
  unit: "Day" | "Week" | "Week from" | "Month" | "Year";
  /** What the period is compared with: as long, and right before it. */
  before: Span;
  /** What `before` is called. */
  against: string;
}

/** The longest period anybody can ask for, in days. */
export const LONGEST_DAYS = 3660;

const WEEK = 7;
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The days, the bars and the comparison of a period that is looked at on this day. */
export function planPeriod(period: Period, today: string): PeriodPlan {
  switch (period.kind) {
    case "week": {
      const span = { from: addDays(today, 1 - WEEK), to: today };
      return {
        ...span,
        buckets: dayBuckets(span),
        unit: "Day",
        before: daysBefore(span),
        against: "from last week",
      };
    }
    case "month": {
      const span = { from: addDays(today, 1 - 4 * WEEK), to: today };
      const buckets = chunks(span, WEEK).map((week, index) => {
        const label = `Week ${index + 1}`;
        return { ...week, label, short: label };
      });
      return {
        ...span,
        buckets,
        unit: "Week",
        before: daysBefore(span),
        against: "from last month",
      };
    }
    case "year": {
      const from = addMonths(today, -5);
      const buckets = monthBuckets({ from, to: today }).map((month) => ({
        ...month,
        label: month.short,
      }));
      const before = { from: addMonths(from, -6), to: addDays(from, -1) };
      const against = "from the 6 months before";
      return { from, to: today, buckets, unit: "Month", before, against };
    }
    case "custom": {
      // Of days to come there is nothing to tell.
      const to = earlier(period.to, today);
      const span = { from: earlier(period.from, to), to };
      const length = lengthOf(span);
      const against = length === 1 ? "from the day before" : `from the ${length} days before`;
      return { ...span, ...bucketsFor(span), before: daysBefore(span), against };
    }
  }
}

/** How many days a span has. */
export function lengthOf({ from, to }: Span): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

/** Bars that are neither too many to be told apart nor too few to say anything. */
function bucketsFor(span: Span): Pick<PeriodPlan, "buckets" | "unit"> {
  const length = lengthOf(span);
  if (length <= 31) return { unit: "Day", buckets: dayBuckets(span) };
  if (length <= 26 * WEEK) {
    const buckets = chunks(span, WEEK).map((week) => {
      const label = `${dayOf(week.from)} ${shortMonth(week.from)}`;
      return { ...week, label, short: label };
    });
    return { unit: "Week from", buckets };
  }
  if (length <= 3 * 366) return { unit: "Month", buckets: monthBuckets(span) };
  return { unit: "Year", buckets: yearBuckets(span) };
}

function dayBuckets(span: Span): Bucket[] {
  const named = lengthOf(span) <= WEEK;
  return chunks(span, 1).map((day) => {
    const weekday = weekdays[new Date(day.from).getUTCDay()] ?? "";
    const date = dayOf(day.from);
    return named
      ? { ...day, label: `${weekday} ${date}`, short: weekday }
      : { ...day, label: `${date} ${shortMonth(day.from)}`, short: date };
  });
}

function monthBuckets(span: Span): Bucket[] {
  return cutAt(span, (from) => addMonths(from, 1)).map((part) => ({
    ...part,
    label: `${shortMonth(part.from)} ${part.from.slice(0, 4)}`,
    short: shortMonth(part.from),
  }));
}

function yearBuckets(span: Span): Bucket[] {
  return cutAt(span, (from) => `${Number(from.slice(0, 4)) + 1}-01-01`).map((part) => {
    const label = part.from.slice(0, 4);
    return { ...part, label, short: label };
  });
}

function chunks(span: Span, days: number): Span[] {
  return cutAt(span, (from) => addDays(from, days));
}

/** Cuts a span where `next` says that the following part begins. */
function cutAt({ from, to }: Span, next: (from: string) => string): Span[] {
  const parts: Span[] = [];
  for (let start = from; start <= to; start = next(start)) {
    const end = addDays(next(start), -1);
    parts.push({ from: start, to: end < to ? end : to });
  }
  return parts;
}

function daysBefore(span: Span): Span {
  return { from: addDays(span.from, -lengthOf(span)), to: addDays(span.from, -1) };
}

/** The first day of the month so many months later. */
function addMonths(day: string, count: number): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10);
}

function dayOf(day: string): string {
  return String(Number(day.slice(8)));
}

function monthOf(day: string): string {
  return months[Number(day.slice(5, 7)) - 1] ?? "";
}

function shortMonth(day: string): string {
  return monthOf(day).slice(0, 3);
}

/** "14 to 20 November 2026": what both days have in common is said once. */
export function spanText({ from, to }: Span): string {
  const end = `${dayOf(to)} ${monthOf(to)} ${to.slice(0, 4)}`;
  if (from === to) return end;
  if (from.slice(0, 7) === to.slice(0, 7)) return `${dayOf(from)} to ${end}`;
  const start = `${dayOf(from)} ${monthOf(from)}`;
  return from.slice(0, 4) === to.slice(0, 4)
    ? `${start} to ${end}`
    : `${start} ${from.slice(0, 4)} to ${end}`;
}

/** "Friday, 20 November 2026". */
export function longDay(day: string): string {
  const names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
  return `${names[new Date(day).getUTCDay()]}, ${spanText({ from: day, to: day })}`;
}
