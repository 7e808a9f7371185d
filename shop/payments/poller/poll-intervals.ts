import { DAY_MS } from "#lib/time.ts";

/** Poll intervals of an address, in seconds. */
export interface PollIntervals {
  /** While its page is open in a browser. */
  watchedSeconds: number;
  /** While its quote is running, or its money is not final. */
  openSeconds: number;
}

export const DAY_SECONDS = 24 * 60 * 60;
/** After the last quote expired: every 15 minutes for a day, then every six hours for 30 days. */
export const RECENT_SECONDS = 15 * 60;
export const OLD_SECONDS = 6 * 60 * 60;
export const WATCH_DAYS = 30;

/** True for what began so long ago that its address may be retired. */
export function isOlderThanWatch(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > WATCH_DAYS * DAY_MS;
}
