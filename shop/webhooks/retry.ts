const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60 * 60_000;
const JITTER = 0.2;

/** For how long something is tried, from the first try on. */
export const TRY_FOR_MS = 24 * 60 * 60_000;

/**
 * How long to wait after so many tries that failed: 5, 10, 20 … seconds, at most an hour, each a fifth more or less,
 * so that what failed together does not come back together. `chance` is from 0 to 1.
 */
export function waitAfter(attempts: number, chance: number): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
  return Math.round(wait * (1 - JITTER + 2 * JITTER * chance));
}
