const AT_FIRST = 8;
const AT_MOST = 128;

/**
 * How many questions may be under way at the same time: a few more with each answer, half as many with each failure.
 * So a source that is quick is asked as much as it bears, and one that is overrun recovers.
 */
export class AdaptiveConcurrency {
  #limit = AT_FIRST;

  get limit(): number {
    return Math.floor(this.#limit);
  }

  answered(): void {
    this.#limit = Math.min(AT_MOST, this.#limit + 0.5);
  }

  failed(): void {
    this.#limit = Math.max(1, this.#limit / 2);
  }
}
