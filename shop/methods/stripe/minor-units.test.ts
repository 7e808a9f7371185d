import fc from "fast-check";
import { expect, test } from "vitest";
import { amountOf, centsOf } from "./minor-units.ts";

const currency = fc.constantFrom("USD", "EUR", "JPY", "KRW", "KWD");

test("cents survive the conversion to Stripe's amounts and back, in every currency", () => {
  fc.assert(
    fc.property(currency, fc.integer({ min: 1, max: 99_999_999 }), (currency, cents) => {
      const amount = amountOf(cents, currency);
      if (amount !== null) expect(centsOf(amount, currency)).toBe(cents);
    }),
  );
});

test("yen have no decimals, dinars have three", () => {
  expect(centsOf(500, "JPY")).toBe(50_000);
  expect(amountOf(50_000, "JPY")).toBe(500);
  expect(amountOf(50_050, "JPY")).toBeNull();
  expect(centsOf(1_239, "KWD")).toBe(123);
  expect(amountOf(123, "KWD")).toBe(1_230);
});
