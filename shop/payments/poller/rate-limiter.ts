/** A backlog is made up for by so much more than what is due: by a tenth. */
const MARGIN = 1.1;
/** As many may be taken in any round: a small shop need not count. */
const AT_LEAST = 16;
/** What a longer pause between two rounds has left behind is backlog. */
const LONGEST_PAUSE_MS = 750;

/**
 * How many addresses may be asked about in a round, so that a minute's questions are spread over the minute, however
 * many of them are overdue: a backlog adds a tenth to what is due, not a lump.
 */
export class RateLimiter {
  #perMs = 0;
  #atOnce = 0;
  #lastRound = -Infinity;

  /** From now on so many questions are expected in so many seconds, with those that are overdue. */
  expect(questions: number, seconds: number): void {
    this.#perMs = questions / (seconds * 1000);
  }

  /** So many addresses are to be asked about at once, on top of that. */
  addImmediate(addresses: number): void {
    this.#atOnce += addresses;
  }

  /** How many a round may take that begins now, in milliseconds. */
  allowed(now: number): number {
    return this.#evenly(now) + this.#atOnce;
  }

  /** A round that began now has taken so many, of at most `limit`. */
  took(taken: number, limit: number, now: number): void {
    const onTop = Math.max(0, taken - this.#evenly(now));
    // With less than it could, it took all that there was.
    this.#atOnce = taken < limit ? 0 : Math.max(0, this.#atOnce - onTop);
    this.#lastRound = now;
  }

  #evenly(now: number): number {
    const pause = Math.min(LONGEST_PAUSE_MS, Math.max(0, now - this.#lastRound));
    return Math.max(AT_LEAST, Math.round(this.#perMs * pause * MARGIN));
  }
}
