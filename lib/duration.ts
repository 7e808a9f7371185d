import { MINUTE_MS, SECOND_MS } from "./time.ts";

/** Returns the whole minutes since a moment; negative for a future one. */
export function minutesSince(moment: Date, now: Date): number {
  return Math.floor((now.getTime() - moment.getTime()) / MINUTE_MS);
}

/**
 * Returns the seconds since a moment, with fractions; 0 for a later moment, such as that of data which arrived after
 * `now` was taken.
 */
export function secondsSince(moment: Date, now: Date): number {
  return Math.max(0, (now.getTime() - moment.getTime()) / SECOND_MS);
}

/** Formats minutes as "14 min", "2 h 14 min" or "3 days". */
export function durationText(minutes: number): string {
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "1 day" : `${days.toLocaleString("en-US")} days`;
}

/** Like `durationText`, for a narrow place: "< 1 min". */
export function shortDurationText(minutes: number): string {
  return minutes < 1 ? "< 1 min" : durationText(minutes);
}
