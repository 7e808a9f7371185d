/** Factor above the expected rate, at which a backlog is polled. */
const MARGIN = 1.1;
/** Requests allowed in every batch, so that a small shop is not limited. */
const MIN_PER_BATCH = 16;
/** A longer pause between two batches does not allow more requests. */
const MAX_PAUSE_MS = 750;

/**
 * Rate limiter of the poller: spreads the expected requests evenly over time. A backlog adds a tenth to the rate
 * instead of a burst.
 */
export class RateLimiter {
  #perMs = 0;
  #extra = 0;
  #lastBatchAt = -Infinity;

  /** Sets the expected number of requests in this many seconds, including overdue ones. */
  setExpectedRate(requests: number, seconds: number): void {
    this.#perMs = requests / (seconds * 1000);
  }

  /** Allows this many addresses on top of the rate. */
  allowExtra(addresses: number): void {
    this.#extra += addresses;
  }

  /** Returns how many addresses a batch that begins at `now` (in milliseconds) may claim. */
  allowed(now: number): number {
    return this.#allowedByRate(now) + this.#extra;
  }

  /** Records that the batch claimed this many addresses, of at most `limit`. */
  recordClaimed(claimed: number, limit: number, now: number): void {
    const usedExtra = Math.max(0, claimed - this.#allowedByRate(now));
    // Fewer than the limit: nothing more was due.
    this.#extra = claimed < limit ? 0 : Math.max(0, this.#extra - usedExtra);
    this.#lastBatchAt = now;
  }

  #allowedByRate(now: number): number {
    const pause = Math.min(MAX_PAUSE_MS, Math.max(0, now - this.#lastBatchAt));
    return Math.max(MIN_PER_BATCH, Math.round(this.#perMs * pause * MARGIN));
  }
}
