export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the hour of a moment in UTC: `2026-11-20T08`. */
export function hourOf(date: Date): string {
  return date.toISOString().slice(0, 13);
}

/** Returns the moment this many milliseconds after `date`; before it with a negative number. */
export function addMs(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms);
}

/** Returns the moment this many seconds after `date`; before it with a negative number. */
export function addSeconds(date: Date, seconds: number): Date {
  return addMs(date, seconds * SECOND_MS);
}

/** `short` omits the year, for places where the page shows it elsewhere. */
export type TimeFormat = "time" | "date" | "short" | "datetime";

const months = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;

/** Formats a date in UTC. Does not use `Intl`, whose output may differ between server and browser. */
export function timeText(value: Date, format: TimeFormat): string {
  const iso = value.toISOString();
  const clock = iso.slice(11, 16);
  const day = `${value.getUTCDate()} ${months[value.getUTCMonth()]}`;
  const date = `${day} ${iso.slice(0, 4)}`;
  if (format === "time") return clock;
  if (format === "date") return date;
  return `${format === "short" ? day : date}, ${clock}`;
}
