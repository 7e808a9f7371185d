import { DAY_MS, timeText } from "./time.ts";

/** Calendar days as text, `YYYY-MM-DD`, which sort as text and have no time zone. */

/** Returns the day of a moment in a time zone (IANA name). */
export function localDate(moment: Date, timeZone: string): string {
  const parts = Object.fromEntries(
    dayFormat(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}`;
}

/** Formats by time zone, cached because constructing one is slow. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const format =
    dayFormats.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
  dayFormats.set(timeZone, format);
  return format;
}

/** Returns the hour of a moment, 0 to 23, in a time zone (IANA name). */
export function localHour(moment: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, hour: "2-digit", hourCycle: "h23" });
  return Number(format.format(moment));
}

/** Returns the clock time of a moment, `08:05`, in a time zone (IANA name). */
export function localTime(moment: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return format.format(moment);
}

/** Returns the day this many days after `day`; before it with a negative number. */
export function addDays(day: string, days: number): string {
  return new Date(utc(day).getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the same day of the month before, or that month's last day: for 31 March the last of February. */
export function monthBefore(day: string): string {
  const date = utc(day);
  const lastOfMonthBefore = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 0));
  lastOfMonthBefore.setUTCDate(Math.min(date.getUTCDate(), lastOfMonthBefore.getUTCDate()));
  return lastOfMonthBefore.toISOString().slice(0, 10);
}

/** Formats a day: `2026-12-03` → `3 Dec 2026`. */
export function dayText(day: string): string {
  return timeText(utc(day), "date");
}

function utc(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
