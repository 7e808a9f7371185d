const AT_FIRST = 8;
const AT_MOST = 128;

/**
 * Adaptive concurrency: the limit grows by half a request with each response and is halved by each failure, so that
 * a fast source is used fully and an overloaded one recovers.
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
