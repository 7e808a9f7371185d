import fc from "fast-check";
import { expect, test } from "vitest";
import { amountOf, centsOf } from "./money-text.ts";

test("cents survive the conversion to PayPal's format and back", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("USD", "EUR", "JPY"),
      fc.integer({ min: 1, max: 99_999_999_99 }),
      (currency, cents) => {
        const { currency_code, value } = amountOf(cents, currency);
        expect(currency_code).toBe(currency);
        expect(value).toMatch(/^\d+(\.\d\d)?$/);
        expect(centsOf(value)).toBe(cents);
      },
    ),
  );
});

test("amounts are plain decimals, and yen are whole", () => {
  expect(amountOf(5, "USD")).toEqual({ currency_code: "USD", value: "0.05" });
  expect(amountOf(123_456_78, "USD").value).toBe("123456.78");
  expect(amountOf(50_000, "JPY").value).toBe("500");
  expect(centsOf("500")).toBe(50_000);
  expect(centsOf("4.5")).toBe(450);
  expect(centsOf("1.000")).toBe(100);
});

test.each(["", "1.005", "-1.00", "1e3", "1,000.00", " 1", "1.", ".5", "NaN"])(
  "%j is not a valid amount",
  (value) => {
    expect(centsOf(value)).toBeNull();
  },
);
