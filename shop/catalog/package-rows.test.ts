import fc from "fast-check";
import { expect, test } from "vitest";
import {
  parseRows,
  parsePercent,
  perCoinText,
  readRows,
  repriced,
  repricedRows,
} from "./package-rows.ts";

const was = { price: "14.99", cost: "", onSale: "on", soldOut: "", validFrom: "", validUntil: "" };
const row = (typed: Partial<typeof was>) => ({ id: "2", was, typed: { ...was, ...typed } });

test("only edited fields are read", () => {
  expect(parseRows([row({}), row({ price: "15,49", cost: "9.99", soldOut: "on" })])).toMatchObject({
    ok: true,
    value: [{ id: "2", values: { price: 1549, cost: 999, soldOut: true } }],
  });
  // What was stored before a rule is no error while it stays as it is.
  const odd = { ...was, price: "100000.01" };
  expect(parseRows([{ id: "2", was: odd, typed: { ...odd, cost: "1" } }]).ok).toBe(true);
});

test.each([
  [{ price: "0" }, { price: "Price must be greater than zero" }],
  [{ price: "" }, { price: "Price must be greater than zero" }],
  [{ price: "1,499" }, { price: "1,499 can be read in two ways. For thousands, write 1499." }],
  [{ cost: "cheap" }, { cost: "Enter an amount such as 9.99" }],
  // The column of the database is an integer.
  [{ cost: "99999999" }, { cost: "Cost must be at most $100,000.00" }],
  [{ validFrom: "soon" }, { validFrom: "Enter a date" }],
  [{ validFrom: "0000-01-01" }, { validFrom: "Enter a date" }],
  [
    { validFrom: "2026-12-02", validUntil: "2026-12-01" },
    { validUntil: "The last day is before the first" },
  ],
])("%j is refused", (typed, error) => {
  expect(parseRows([row(typed)])).toEqual({ ok: false, error: { 2: error } });
});

test("a form has the rows of several packages", () => {
  const form = new FormData();
  for (const id of ["1", "a:b"]) {
    form.append("id", id);
    form.append(`price:${id}`, "1");
    form.append(`was-price:${id}`, "2");
    form.append(`onSale:${id}`, "on");
  }
  const texts = { cost: "", onSale: "on", soldOut: "", validFrom: "", validUntil: "" };
  expect(readRows(form)).toEqual(
    ["1", "a:b"].map((id) => ({
      id,
      typed: { price: "1", ...texts },
      was: { price: "2", ...texts, onSale: "" },
    })),
  );
});

test.each([
  ["5", 500],
  ["+5 %", 500],
  ["-2,5", -250],
  ["−10", -1000],
  ["0.07", 7],
  ["-99.99", -9999],
])("%j percent is %d hundredths", (text, hundredths) => {
  expect(parsePercent(text)).toEqual({ ok: true, value: hundredths });
});

test.each(["", "0", "-100", "-150", "1001", "0.005", "much", "1,125", "5%%"])(
  "%j percent is refused",
  (text) => {
    expect(parsePercent(text).ok).toBe(false);
  },
);

test("a new price is the nearest cent, and never below one", () => {
  expect([299, 1499, 5999].map((cents) => repriced(cents, 500))).toEqual([314, 1574, 6299]);
  expect([1, 2, 299].map((cents) => repriced(cents, -9999))).toEqual([1, 1, 1]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: -9999, max: 100_000 }),
      (cents, hundredths) => {
        const price = repriced(cents, hundredths);
        expect(price).toBeGreaterThanOrEqual(1);
        if (price > 1)
          expect(Math.abs(price - cents * (1 + hundredths / 10_000))).toBeLessThan(0.51);
      },
    ),
  );
});

test("a percentage changes the saved prices, and leaves other edits", () => {
  const rows = repricedRows([row({ price: "20", cost: "9" })], 1000);
  expect(rows[0]?.typed).toMatchObject({ price: "16.49", cost: "9" });
});

test("the price of a coin has four decimals", () => {
  expect(perCoinText(1499, 350)).toBe("$0.0428");
  expect(perCoinText(19_999, 30_000)).toBe("$0.0067");
});
