import fc from "fast-check";
import { expect, test } from "vitest";
import { RETRY_BACKOFF, RETRY_FOR_MS } from "#shop/webhooks/attempts.server.ts";
import { backoffMs } from "./backoff.ts";

const waitAfter = (failures: number, chance: number) => backoffMs(failures, RETRY_BACKOFF, chance);
const seconds = (failures: number, chance = 0.5) => waitAfter(failures, chance) / 1000;

test("waits double from 5 seconds to an hour", () => {
  const waits = Array.from({ length: 12 }, (_, i) => seconds(i + 1));
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
});

test("jitter is at most a fifth in either direction", () => {
  expect([seconds(1, 0), seconds(1, 1)]).toEqual([4, 6]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (n, chance) => {
        const middle = waitAfter(n, 0.5);
        expect(waitAfter(n, chance)).toBeGreaterThanOrEqual(Math.floor(middle * 0.8));
        expect(waitAfter(n, chance)).toBeLessThanOrEqual(Math.ceil(middle * 1.2));
        expect(waitAfter(n, chance)).toBeLessThanOrEqual(1.2 * 60 * 60_000);
      },
    ),
  );
});

test("a day has some thirty attempts", () => {
  let attempts = 1;
  for (let sum = 0; sum < RETRY_FOR_MS; attempts += 1) sum += waitAfter(attempts, 0.5);
  expect(attempts).toBeGreaterThan(25);
  expect(attempts).toBeLessThan(40);
});
