import { DAY_MS } from "#lib/time.ts";

/** The last 7 days, the last 4 weeks, the last 6 calendar months, or chosen days. */
export type RollingPeriod =
  | { kind: "week" | "month" | "year" }
  | { kind: "custom"; from: string; to: string };

/** A month or a year of the calendar, and what it is compared with. */
export interface CalendarPeriod {
  kind: "calendar";
  /** Null for the current month. */
  year: number | null;
  /** 1 to 12; null for the whole year. */
  month: number | null;
  /** The month or the year before, or the same month of the year before. */
  against: "before" | "year";
}

/** A month or a year that a report is about. */
interface CalendarPlan extends Pick<CalendarPeriod, "month" | "against"> {
  year: number;
  /** "November 2026", or "2026". */
  name: string;
  nameBefore: string;
  /** A sentence about what it is compared with. */
  note: string;
  /** The days or months that it is compared with, one for each bar. */
  bucketsBefore: Bucket[];
}

/** The period of a report. */
export type Period = RollingPeriod | CalendarPeriod;

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
  /** The same part of an earlier period, for comparison. */
  before: Span;
  /** The last day of `before` if it counts only up to the time that it is now, as it is compared with today; else null. */
  cut: string | null;
  /** How the screen names `before`. */
  against: string;
  /** Null for a period that moves with today. */
  calendar: CalendarPlan | null;
}

/** The longest period in days. */
export const LONGEST_DAYS = 3660;

export const months = [
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

/** Returns the number of days in a span. */
export function lengthOf({ from, to }: Span): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

/** Returns the earlier of two days. */
export function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

/** Returns the day of the month, such as `5`. */
export function dayOf(day: string): string {
  return String(Number(day.slice(8)));
}

/** Returns the name of the month, such as `November`. */
export function monthOf(day: string): string {
  return months[Number(day.slice(5, 7)) - 1] ?? "";
}

/** Returns the short name of the month, such as `Nov`. */
export function shortMonth(day: string): string {
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

/** Formats a span for little room, such as "14–20 Nov". */
export function shortSpanText({ from, to }: Span): string {
  const end = `${dayOf(to)} ${shortMonth(to)}`;
  if (from === to) return end;
  const start =
    from.slice(0, 7) === to.slice(0, 7) ? dayOf(from) : `${dayOf(from)} ${shortMonth(from)}`;
  return `${start}–${end}`;
}

/** Formats a day, such as "Friday, 20 November 2026". */
export function longDay(day: string): string {
  const names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
  return `${names[new Date(day).getUTCDay()]}, ${spanText({ from: day, to: day })}`;
}
