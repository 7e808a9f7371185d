export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the moment this many milliseconds after `date`; before it with a negative number. */
export function addMs(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms);
}

/** Returns the moment this many seconds after `date`; before it with a negative number. */
export function addSeconds(date: Date, seconds: number): Date {
  return addMs(date, seconds * SECOND_MS);
}
