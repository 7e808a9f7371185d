import { HOUR_MS } from "#lib/time.ts";
import type { Rate } from "./rate.ts";

/** A rate that moved further than this within an hour needs more sources. */
const MAX_MOVE = 0.2;
/** The number of sources that have to agree on such a rate. */
const SOURCES_FOR_A_JUMP = 3;

/**
 * Refuses a rate that too few sources confirm: fewer than `minSources`, or fewer than three when it moved more than
 * 20 % within an hour. One wrong ticker could otherwise sell a package for a few satoshis.
 */
export class RateGuard {
  readonly #minSources: number;
  /** The rates used within the last hour. */
  #used: { rateCents: number; at: number }[] = [];

  /** With a `minSources` of 1, as in the sandbox, a jump is accepted too. */
  constructor(minSources: number) {
    this.#minSources = minSources;
  }

  /** Returns the rate if it may be used at `now`, else null. */
  check(rate: Rate | null, now: Date): Rate | null {
    if (!rate || rate.sources.length < this.#minSources) return null;
    const isConfirmed = this.#minSources === 1 || rate.sources.length >= SOURCES_FOR_A_JUMP;
    return isConfirmed || !this.#hasJumped(rate, now) ? rate : null;
  }

  /** Records a rate that is used from `now` on. */
  record(rate: Rate | null, now: Date): void {
    if (!rate) return;
    // Enough sources confirmed the jump, so the earlier rates no longer count.
    const before = this.#hasJumped(rate, now) ? [] : this.#within(now);
    this.#used = [...before, { rateCents: rate.rateCents, at: now.getTime() }];
  }

  #hasJumped({ rateCents }: Rate, now: Date): boolean {
    return this.#within(now).some(
      (used) => Math.abs(rateCents - used.rateCents) > used.rateCents * MAX_MOVE,
    );
  }

  #within(now: Date) {
    return this.#used.filter(({ at }) => now.getTime() - at <= HOUR_MS);
  }
}
