const INITIAL_LIMIT = 8;
const MAX_LIMIT = 128;

/**
 * Adaptive concurrency: the limit grows by half a request with each response and is halved by each failure, so that
 * a fast source is used fully and an overloaded one recovers.
 */
export class AdaptiveConcurrency {
  #limit = INITIAL_LIMIT;

  get limit(): number {
    return Math.floor(this.#limit);
  }

  recordResponse(): void {
    this.#limit = Math.min(MAX_LIMIT, this.#limit + 0.5);
  }

  recordFailure(): void {
    this.#limit = Math.max(1, this.#limit / 2);
  }
}
