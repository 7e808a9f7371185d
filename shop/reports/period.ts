import { addDays } from "#lib/days.ts";
import { DAY_MS } from "#lib/time.ts";

/** The period of a report: the last 7 days, the last 4 weeks, the last 6 calendar months, or chosen days. */
export type Period =
  | { kind: "week" | "month" | "year" }
  | { kind: "custom"; from: string; to: string };

/** A range of whole days, inclusive. */
export interface Span {
  from: string;
  to: string;
}

/** The days of one bar of the chart. */
export interface Bucket extends Span {
  label: string;
  /** The label for narrow charts. */
  short: string;
}

export interface PeriodPlan extends Span {
  buckets: Bucket[];
  /** The column heading of the labels. */
  unit: "Day" | "Week" | "Week from" | "Month" | "Year";
  /** The same part of the period right before, for comparison. Its last day is compared with today up to now. */
  before: Span;
  /** How the screen names `before`. */
  against: string;
}

/** The longest period in days. */
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

/** Returns the days, bars and comparison of a period as of `today`. */
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
      const before = { from: addMonths(from, -6), to: sixMonthsBefore(today) };
      const against = "from the 6 months before";
      return { from, to: today, buckets, unit: "Month", before, against };
    }
    case "custom": {
      // Future days have no data.
      const to = earlier(period.to, today);
      const span = { from: earlier(period.from, to), to };
      const length = lengthOf(span);
      const against = length === 1 ? "from the day before" : `from the ${length} days before`;
      return { ...span, ...bucketsFor(span), before: daysBefore(span), against };
    }
  }
}

/** Returns the number of days in a span. */
export function lengthOf({ from, to }: Span): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

/** Chooses buckets by length, so that the chart has neither too many nor too few bars. */
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

/** Splits a span; `next` returns the start of the following part. */
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

/** Returns the first day of the month that is `count` months later. */
function addMonths(day: string, count: number): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10);
}

/** Returns the same day six months before, or that month's last day: for 31 August the last of February. */
function sixMonthsBefore(day: string): string {
  const last = addDays(addMonths(day, -5), -1);
  const same = `${last.slice(0, 8)}${day.slice(8)}`;
  return earlier(same, last);
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

/** Formats a span, such as "14 to 20 November 2026". */
export function spanText({ from, to }: Span): string {
  const end = `${dayOf(to)} ${monthOf(to)} ${to.slice(0, 4)}`;
  if (from === to) return end;
  if (from.slice(0, 7) === to.slice(0, 7)) return `${dayOf(from)} to ${end}`;
  const start = `${dayOf(from)} ${monthOf(from)}`;
  return from.slice(0, 4) === to.slice(0, 4)
    ? `${start} to ${end}`
    : `${start} ${from.slice(0, 4)} to ${end}`;
}

/** Formats a day, such as "Friday, 20 November 2026". */
export function longDay(day: string): string {
  const names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
  return `${names[new Date(day).getUTCDay()]}, ${spanText({ from: day, to: day })}`;
}
