import { addDays } from "#lib/days.ts";
import {
  type Bucket,
  dayOf,
  earlier,
  lengthOf,
  type PeriodPlan,
  shortMonth,
  type Span,
} from "./period.ts";

const WEEK = 7;
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** Chooses buckets by length, so that the chart has neither too many nor too few bars. */
export function bucketsFor(span: Span): Pick<PeriodPlan, "buckets" | "unit"> {
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

/** Returns a bucket for each day, with its weekday (`named`) or with its month. */
export function dayBuckets(span: Span, named = lengthOf(span) <= WEEK): Bucket[] {
  return chunks(span, 1).map((day) => {
    const weekday = weekdays[new Date(day.from).getUTCDay()] ?? "";
    const date = dayOf(day.from);
    return named
      ? { ...day, label: `${weekday} ${date}`, short: weekday }
      : { ...day, label: `${date} ${shortMonth(day.from)}`, short: date };
  });
}

/** Returns a bucket for each month of a span. */
export function monthBuckets(span: Span): Bucket[] {
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

/** Splits a span into parts of so many days; the last one may be shorter. */
export function chunks(span: Span, days: number): Span[] {
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

/** Returns the first day of the month that is `count` months later. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10);
}

/** Returns the same day `count` months before, or that month's last day: for 31 August the last of February. */
export function monthsBefore(day: string, count: number): string {
  const last = addDays(addMonths(day, 1 - count), -1);
  return earlier(`${last.slice(0, 8)}${day.slice(8)}`, last);
}
