import { expect, test } from "vitest";
import { RateLimiter } from "./rate-limiter.ts";

const ROUND_MS = 500;

/** What each round takes, one each half second, while all of a backlog is overdue. */
function workOff(backlog: number, rateLimiter: RateLimiter, from = 0): number[] {
  const rounds: number[] = [];
  for (let now = from, left = backlog; left > 0; now += ROUND_MS) {
    const limit = rateLimiter.allowed(now);
    const taken = Math.min(left, limit);
    rateLimiter.recordClaimed(taken, limit, now);
    rounds.push(taken);
    left -= taken;
  }
  return rounds;
}

function expecting(questions: number, seconds = 60): RateLimiter {
  const rateLimiter = new RateLimiter();
  rateLimiter.setExpectedRate(questions, seconds);
  rateLimiter.recordClaimed(0, 1, -ROUND_MS);
  return rateLimiter;
}

test("a backlog is worked off a tenth faster than it would have come in time", () => {
  const rounds = workOff(10_000, expecting(10_000));
  // 83.3 a round come on time.
  expect(Math.max(...rounds)).toBe(92);
  expect(rounds.length).toBe(109);
});

test("a pause between two rounds is made up for up to three quarters of a second of it", () => {
  const rateLimiter = expecting(12_000);
  expect(rateLimiter.allowed(0)).toBe(110);
  expect(rateLimiter.allowed(ROUND_MS)).toBe(165);
  expect(rateLimiter.allowed(60_000)).toBe(165);
});

test("a clock that was set back holds nothing up for longer than a round", () => {
  const rateLimiter = expecting(12_000);
  rateLimiter.recordClaimed(110, 110, 3_600_000);
  expect(rateLimiter.allowed(0)).toBe(16);
  rateLimiter.recordClaimed(16, 16, 0);
  expect(rateLimiter.allowed(ROUND_MS)).toBe(110);
});

test("few are asked about as they come", () => {
  expect(workOff(40, expecting(40))).toEqual([16, 16, 8]);
});

test("what is to be asked about at once comes on top, once", () => {
  const rateLimiter = expecting(12_000);
  rateLimiter.allowExtra(1000);
  // The source bears no more than 256.
  rateLimiter.recordClaimed(256, 256, 0);
  expect(rateLimiter.allowed(ROUND_MS)).toBe(110 + 1000 - (256 - 110));
  rateLimiter.recordClaimed(900, rateLimiter.allowed(ROUND_MS), ROUND_MS);
  expect(rateLimiter.allowed(2 * ROUND_MS)).toBe(110);
});
