import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  centsForSats,
  formatBtc,
  formatUsd,
  originalPriceCents,
  parseBtc,
  parseCents,
  parsePrice,
  SATS_PER_BTC,
  satsForCents,
} from "./money.ts";
import { err, ok } from "./result.ts";

describe("dollars", () => {
  test("are shown with two decimals and a $ in front", () => {
    expect(formatUsd(1499)).toBe("$14.99");
    expect(formatUsd(5)).toBe("$0.05");
    expect(formatUsd(1_234_567)).toBe("$12,345.67");
    expect(formatUsd(-167)).toBe("-$1.67");
  });

  test("the original price is price / (1 - discount/100), to the cent", () => {
    expect(
      [10, 15, 20].map((discount, i) => originalPriceCents([1499, 2999, 5999][i]!, discount)),
    ).toEqual([1666, 3528, 7499]);
    expect(originalPriceCents(1499, 0)).toBe(1499);
    expect(originalPriceCents(1499, 100)).toBeNull();
  });

  test.each([
    ["14.99", 1499],
    ["14,99", 1499],
    [" $14.99 ", 1499],
    ["1499", 149_900],
    ["1,400.00", 140_000],
    ["1.400,00", 140_000],
    ["1 400,5", 140_050],
    ["1,234,567", 123_456_700],
    ["0,50", 50],
    [",5", 50],
    ["8.", 800],
  ])("a typed %j is %d cents", (text, cents) => {
    expect(parsePrice(text)).toEqual(ok(cents));
  });

  test.each([
    ["1,499", "ambiguous"],
    ["$1,400", "ambiguous"],
    ["100,000", "ambiguous"],
    ["1.499", "fractions"],
    ["1.400", "fractions"],
    ["0,125", "fractions"],
    ["1,499.123", "fractions"],
    ["", "invalid"],
    [".", "invalid"],
    ["1,2,3", "invalid"],
    ["1.2.3", "invalid"],
    ["1,23.4", "invalid"],
    ["14 99", "invalid"],
    ["-1", "invalid"],
    ["1e2", "invalid"],
    ["1234567890123", "invalid"],
  ])("a typed %j is refused as %s, and never guessed", (text, error) => {
    expect(parsePrice(text)).toEqual(err(error));
  });

  test("a ticker's decimal text becomes cents without floats", () => {
    expect(parseCents("97412.60000")).toBe(9_741_260);
    expect(parseCents("97412.6")).toBe(9_741_260);
    expect(parseCents("97412.605")).toBe(9_741_261);
    expect(parseCents("0.004")).toBeNull();
  });

  test.each([
    "",
    "0",
    "-1",
    "NaN",
    "1e5",
    "Infinity",
    "97,412",
    "0x10",
    "<html>",
    "12345678901234",
  ])("%j is no price", (text) => expect(parseCents(text)).toBeNull());
});

describe("Bitcoin", () => {
  test("is shown with 8 decimals", () => {
    expect(formatBtc(1)).toBe("0.00000001");
    expect(formatBtc(10_000_000)).toBe("0.10000000");
    expect(formatBtc(2_100_000_000_000_000)).toBe("21000000.00000000");
  });

  test("any amount reads back as the same satoshis", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_100_000_000_000_000 }), (sats) => {
        expect(BigInt(formatBtc(sats).replace(".", ""))).toBe(BigInt(sats));
      }),
    );
  });

  test("the amount due is the least that is worth the price", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.integer({ min: 1, max: 1_000_000_000 }),
        (price, rate) => {
          const sats = BigInt(satsForCents(price, rate));
          const worth = (amount: bigint) => amount * BigInt(rate);
          const wanted = BigInt(price) * BigInt(SATS_PER_BTC);
          expect(worth(sats) >= wanted && worth(sats - 1n) < wanted).toBe(true);
        },
      ),
    );
    expect(satsForCents(1499, 9_741_260)).toBe(15_389);
  });
});

describe("bitcoin as a person types it, and in dollars", () => {
  test("is read to the satoshi, or not at all", () => {
    expect(["0.00015388", " 1 ", "0.1", "21000000"].map(parseBtc)).toEqual([
      15_388, 100_000_000, 10_000_000, 2_100_000_000_000_000,
    ]);
    expect(["0,00015388", "1,5", "1.125"].map(parseBtc)).toEqual([
      15_388, 150_000_000, 112_500_000,
    ]);
    for (const text of ["", "0", "0.000000001", "1,125", "-1", "1e-5", "abc", "0x10"])
      expect(parseBtc(text), text).toBeNull();
  });

  test("what is shown is read as the same amount", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_100_000_000_000_000 }), (sats) => {
        expect(parseBtc(formatBtc(sats))).toBe(sats);
      }),
    );
  });

  test("the satoshis due for a price are worth it, and one less is not worth more", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 100_000, max: 1_000_000_000 }),
        (cents, rate) => {
          const due = satsForCents(cents, rate);
          expect(centsForSats(due, rate)).toBeGreaterThanOrEqual(cents);
          expect(centsForSats(due - 1, rate)).toBeLessThan(cents);
        },
      ),
    );
  });
});
