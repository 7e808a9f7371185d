import { expect, test } from "vitest";
import { AdaptiveConcurrency } from "./adaptive-concurrency.ts";

const after = (responses: number, concurrency = new AdaptiveConcurrency()) => {
  for (let i = 0; i < responses; i += 1) concurrency.recordResponse();
  return concurrency;
};

test("each response raises the limit of concurrent requests, up to a maximum", () => {
  expect(after(0).limit).toBe(8);
  expect(after(20).limit).toBe(18);
  expect(after(10_000).limit).toBe(128);
});

test("a failure halves the limit, to one at least", () => {
  const concurrency = after(10_000);
  concurrency.recordFailure();
  expect(concurrency.limit).toBe(64);
  for (let i = 0; i < 20; i += 1) concurrency.recordFailure();
  expect(concurrency.limit).toBe(1);
  expect(after(2, concurrency).limit).toBe(2);
});
