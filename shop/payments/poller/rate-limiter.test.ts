import { expect, test } from "vitest";
import { Ration } from "./rate-limiter.ts";

const ROUND_MS = 500;

/** What each round takes, one each half second, while all of a backlog is overdue. */
function workOff(backlog: number, ration: Ration, from = 0): number[] {
  const rounds: number[] = [];
  for (let now = from, left = backlog; left > 0; now += ROUND_MS) {
    const limit = ration.allowed(now);
    const taken = Math.min(left, limit);
    ration.took(taken, limit, now);
    rounds.push(taken);
    left -= taken;
  }
  return rounds;
}

function expecting(questions: number, seconds = 60): Ration {
  const ration = new Ration();
  ration.expect(questions, seconds);
  ration.took(0, 1, -ROUND_MS);
  return ration;
}

test("a backlog is worked off a tenth faster than it would have come in time", () => {
  const rounds = workOff(10_000, expecting(10_000));
  // 83.3 a round come on time.
  expect(Math.max(...rounds)).toBe(92);
  expect(rounds.length).toBe(109);
});

test("a pause between two rounds is made up for up to three quarters of a second of it", () => {
  const ration = expecting(12_000);
  expect(ration.allowed(0)).toBe(110);
  expect(ration.allowed(ROUND_MS)).toBe(165);
  expect(ration.allowed(60_000)).toBe(165);
});

test("a clock that was set back holds nothing up for longer than a round", () => {
  const ration = expecting(12_000);
  ration.took(110, 110, 3_600_000);
  expect(ration.allowed(0)).toBe(16);
  ration.took(16, 16, 0);
  expect(ration.allowed(ROUND_MS)).toBe(110);
});

test("few are asked about as they come", () => {
  expect(workOff(40, expecting(40))).toEqual([16, 16, 8]);
});

test("what is to be asked about at once comes on top, once", () => {
  const ration = expecting(12_000);
  ration.addAtOnce(1000);
  // The source bears no more than 256.
  ration.took(256, 256, 0);
  expect(ration.allowed(ROUND_MS)).toBe(110 + 1000 - (256 - 110));
  ration.took(900, ration.allowed(ROUND_MS), ROUND_MS);
  expect(ration.allowed(2 * ROUND_MS)).toBe(110);
});
