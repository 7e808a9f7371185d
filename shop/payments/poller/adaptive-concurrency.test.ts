import { expect, test } from "vitest";
import { AdaptiveConcurrency } from "./adaptive-concurrency.ts";

const after = (answers: number, concurrency = new AdaptiveConcurrency()) => {
  for (let i = 0; i < answers; i += 1) concurrency.recordResponse();
  return concurrency;
};

test("a source that answers is asked more at a time, up to a limit", () => {
  expect(after(0).limit).toBe(8);
  expect(after(20).limit).toBe(18);
  expect(after(10_000).limit).toBe(128);
});

test("one that fails is asked half as much, and never less than one thing", () => {
  const concurrency = after(10_000);
  concurrency.recordFailure();
  expect(concurrency.limit).toBe(64);
  for (let i = 0; i < 20; i += 1) concurrency.recordFailure();
  expect(concurrency.limit).toBe(1);
  expect(after(2, concurrency).limit).toBe(2);
});
