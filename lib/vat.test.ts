import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../tests/runs.ts";
import { rateText, vatIn } from "./vat.ts";

test.each([
  [1499, 1900, 239],
  [1499, 770, 107],
  [2999, 2550, 609],
  [119, 1900, 19],
  // Exactly half a cent: 3 cents with 20 percent include 0.5 cents.
  [3, 2000, 1],
  [2, 2000, 0],
  [1499, 0, 0],
  [0, 1900, 0],
])("%i cents with a rate of %i include %i", (gross, rate, vat) => {
  expect(vatIn(gross, rate)).toBe(vat);
});

test("net and VAT differ from the definition by half a cent at most, halves are rounded up", () => {
  const prices = fc.integer({ min: 0, max: 100_000_000 });
  fc.assert(
    fc.property(prices, fc.integer({ min: 0, max: 5000 }), (gross, rate) => {
      // In units of 1 / (10,000 + rate) cents, which are whole.
      const error = vatIn(gross, rate) * (10_000 + rate) - gross * rate;
      expect(error * 2).toBeGreaterThan(-(10_000 + rate));
      expect(error * 2).toBeLessThanOrEqual(10_000 + rate);
    }),
    { numRuns: runs(1000) },
  );
});

test("a rate is written without trailing zeros", () => {
  expect([1900, 770, 2550, 125].map(rateText)).toEqual(["19", "7.7", "25.5", "1.25"]);
});
