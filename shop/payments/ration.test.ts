import { expect, test } from "vitest";
import { Ration } from "./ration.ts";

const BEAT_MS = 250;

/** What each round takes, one a beat, while all of a backlog is overdue. */
function workOff(backlog: number, ration: Ration, from = 0): number[] {
  const rounds: number[] = [];
  for (let now = from, left = backlog; left > 0; now += BEAT_MS) {
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
  ration.took(0, 1, -BEAT_MS);
  return ration;
}

test("a backlog is worked off a tenth faster than it would have come in time", () => {
  const rounds = workOff(10_000, expecting(10_000));
  // 41.7 a beat come on time.
  expect(Math.max(...rounds)).toBe(46);
  expect(rounds.length).toBe(218);
});

test("a pause between two rounds is made up for up to half a second of it", () => {
  const ration = expecting(12_000);
  expect(ration.allowed(0)).toBe(55);
  expect(ration.allowed(BEAT_MS)).toBe(110);
  expect(ration.allowed(60_000)).toBe(110);
});

test("a clock that was set back holds nothing up for longer than a round", () => {
  const ration = expecting(12_000);
  ration.took(55, 55, 3_600_000);
  expect(ration.allowed(0)).toBe(8);
  ration.took(8, 8, 0);
  expect(ration.allowed(BEAT_MS)).toBe(55);
});

test("few are asked about as they come", () => {
  expect(workOff(20, expecting(20))).toEqual([8, 8, 4]);
});

test("what is to be asked about at once comes on top, once", () => {
  const ration = expecting(12_000);
  ration.addAtOnce(1000);
  // The source bears 128 at a time.
  ration.took(128, 128, 0);
  expect(ration.allowed(BEAT_MS)).toBe(55 + 1000 - (128 - 55));
  ration.took(900, ration.allowed(BEAT_MS), BEAT_MS);
  expect(ration.allowed(2 * BEAT_MS)).toBe(55);
});
