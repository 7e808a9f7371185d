/** How often the chain is asked about an address, in seconds. */
export interface WatchPace {
  /** While somebody has its page open. */
  watchedSeconds: number;
  /** While its quote runs, or money on it is not yet buried. */
  openSeconds: number;
}

export const DAY_SECONDS = 24 * 60 * 60;
/** After its last quote ended: every quarter of an hour for a day, every six hours for a month. */
export const RECENT_SECONDS = 15 * 60;
export const OLD_SECONDS = 6 * 60 * 60;
export const WATCH_DAYS = 30;

/**
 * Seconds until an address that nobody watches is to be asked about again; null when nothing more is
 * expected of it.
 */
export function secondsToNextCheck(
  facts: { shared: boolean; unburiedMoney: boolean; quoteEndsAt: Date | null },
  pace: WatchPace,
  now: Date,
): number | null {
  const sinceEnd = facts.quoteEndsAt ? (now.getTime() - facts.quoteEndsAt.getTime()) / 1000 : 0;
  // The fixed address serves the next buyer too: it is never finished.
  if (facts.shared || facts.unburiedMoney || sinceEnd <= 0) return pace.openSeconds;
  if (sinceEnd <= DAY_SECONDS) return RECENT_SECONDS;
  return sinceEnd <= WATCH_DAYS * DAY_SECONDS ? OLD_SECONDS : null;
}
