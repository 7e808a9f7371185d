/** Factor above the expected rate at which a backlog is worked off. */
const MARGIN = 1.1;
/** Allowed in every batch: a small shop is not limited. */
const AT_LEAST = 16;
/** Longer pauses between two batches do not earn more requests. */
const LONGEST_PAUSE_MS = 750;

/**
 * Rate limiter of the poller: spreads the expected requests evenly over time. A backlog adds a tenth to the rate
 * instead of a burst.
 */
export class RateLimiter {
  #perMs = 0;
  #atOnce = 0;
  #lastRound = -Infinity;

  /** Sets the expected number of requests in this many seconds, with those that are overdue. */
  expect(questions: number, seconds: number): void {
    this.#perMs = questions / (seconds * 1000);
  }

  /** Allows this many addresses on top of the rate. */
  addImmediate(addresses: number): void {
    this.#atOnce += addresses;
  }

  /** Returns how many addresses a batch that begins at `now` (in milliseconds) may claim. */
  allowed(now: number): number {
    return this.#evenly(now) + this.#atOnce;
  }

  /** Records that the batch claimed `taken` addresses, of at most `limit`. */
  took(taken: number, limit: number, now: number): void {
    const onTop = Math.max(0, taken - this.#evenly(now));
    // Fewer than the limit: nothing more was due.
    this.#atOnce = taken < limit ? 0 : Math.max(0, this.#atOnce - onTop);
    this.#lastRound = now;
  }

  #evenly(now: number): number {
    const pause = Math.min(LONGEST_PAUSE_MS, Math.max(0, now - this.#lastRound));
    return Math.max(AT_LEAST, Math.round(this.#perMs * pause * MARGIN));
  }
}
