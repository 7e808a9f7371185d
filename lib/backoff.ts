export interface Backoff {
  /** The wait after the first failure, in milliseconds. */
  firstMs: number;
  /** The longest wait, in milliseconds. */
  longestMs: number;
}

/** The share by which a wait is drawn longer or shorter, so that what failed together is not retried together. */
const JITTER = 0.2;

/** The `chance` that gives the wait itself, for a single caller. */
export const NO_JITTER = 0.5;

/**
 * Returns how many milliseconds to wait after this many failures in a row (1 or more): doubled with each, up to the
 * longest, a fifth more or less at random. `chance` is from 0 to 1.
 */
export function backoffMs(
  failures: number,
  { firstMs, longestMs }: Backoff,
  chance: number = Math.random(),
): number {
  const wait = Math.min(longestMs, firstMs * 2 ** (failures - 1));
  return Math.round(wait * (1 - JITTER + 2 * JITTER * chance));
}
