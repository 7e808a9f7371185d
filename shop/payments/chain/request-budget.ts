import { HOUR_MS, MINUTE_MS } from "#lib/time.ts";

/** The share of an hour's requests that may be sent at once. */
const BURST = 1 / 6;
const MINUTES = 60;

/**
 * Counts requests to a host and spreads them over the hour (a token bucket). Requests in flight may exceed it: the
 * wait then becomes longer.
 */
export class RequestBudget {
  readonly perHour: number | null;
  #tokens: number;
  #filledAt = -Infinity;
  readonly #counts = new Map<number, number>();

  /** `perHour` is null for a host without a limit, such as the owner's own. */
  constructor(perHour: number | null) {
    this.perHour = perHour;
    this.#tokens = perHour === null ? 0 : perHour * BURST;
  }

  /** Counts a request that is sent at `now`, in milliseconds. */
  spend(now: number): void {
    this.#fill(now);
    this.#tokens -= 1;
    const minute = Math.floor(now / MINUTE_MS);
    this.#counts.set(minute, (this.#counts.get(minute) ?? 0) + 1);
    for (const past of this.#counts.keys()) if (past <= minute - MINUTES) this.#counts.delete(past);
  }

  /** Returns how many milliseconds to wait before the next request; 0 when one may be sent. */
  waitMs(now: number): number {
    if (this.perHour === null) return 0;
    this.#fill(now);
    return this.#tokens >= 1 ? 0 : Math.ceil(((1 - this.#tokens) * HOUR_MS) / this.perHour);
  }

  /** Returns the requests of the last hour, to the minute. */
  lastHour(now: number): number {
    const minute = Math.floor(now / MINUTE_MS);
    return [...this.#counts]
      .filter(([at]) => at > minute - MINUTES)
      .reduce((sum, [, count]) => sum + count, 0);
  }

  #fill(now: number): void {
    if (this.perHour === null) return;
    const earned = Math.max(0, ((now - this.#filledAt) * this.perHour) / HOUR_MS);
    // The first call starts with a full bucket, and so does one after a long pause.
    this.#tokens = Math.min(this.perHour * BURST, this.#tokens + earned);
    this.#filledAt = now;
  }
}
