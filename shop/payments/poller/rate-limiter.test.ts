import { expect, test } from "vitest";
import { RateLimiter } from "./rate-limiter.ts";

const TICK_MS = 500;

/** Returns how many each tick claims, one tick each half second, while all of a backlog is overdue. */
function workOff(backlog: number, rateLimiter: RateLimiter, from = 0): number[] {
  const ticks: number[] = [];
  for (let now = from, left = backlog; left > 0; now += TICK_MS) {
    const limit = rateLimiter.allowed(now);
    const taken = Math.min(left, limit);
    rateLimiter.recordClaimed(taken, limit, now);
    ticks.push(taken);
    left -= taken;
  }
  return ticks;
}

function expecting(polls: number, seconds = 60): RateLimiter {
  const rateLimiter = new RateLimiter();
  rateLimiter.setExpectedRate(polls, seconds);
  rateLimiter.recordClaimed(0, 1, -TICK_MS);
  return rateLimiter;
}

test("a backlog is worked off a tenth faster than it would have come in time", () => {
  const ticks = workOff(10_000, expecting(10_000));
  // 83.3 a tick come on time.
  expect(Math.max(...ticks)).toBe(92);
  expect(ticks.length).toBe(109);
});

test("a pause between two ticks is made up for up to three quarters of a second of it", () => {
  const rateLimiter = expecting(12_000);
  expect(rateLimiter.allowed(0)).toBe(110);
  expect(rateLimiter.allowed(TICK_MS)).toBe(165);
  expect(rateLimiter.allowed(60_000)).toBe(165);
});

test("a clock that was set back holds nothing up for longer than a tick", () => {
  const rateLimiter = expecting(12_000);
  rateLimiter.recordClaimed(110, 110, 3_600_000);
  expect(rateLimiter.allowed(0)).toBe(16);
  rateLimiter.recordClaimed(16, 16, 0);
  expect(rateLimiter.allowed(TICK_MS)).toBe(110);
});

test("few are claimed as they become due", () => {
  expect(workOff(40, expecting(40))).toEqual([16, 16, 8]);
});

test("extra claims come on top, once", () => {
  const rateLimiter = expecting(12_000);
  rateLimiter.allowExtra(1000);
  // The concurrency allows 256 only.
  rateLimiter.recordClaimed(256, 256, 0);
  expect(rateLimiter.allowed(TICK_MS)).toBe(110 + 1000 - (256 - 110));
  rateLimiter.recordClaimed(900, rateLimiter.allowed(TICK_MS), TICK_MS);
  expect(rateLimiter.allowed(2 * TICK_MS)).toBe(110);
});
