import { expect, test } from "vitest";
import { formOf } from "#lib/form.ts";
import { parsePackageForm } from "./package-form.ts";

const parse = (texts: Record<string, string>) => parsePackageForm(formOf(texts));

const typed = { coins: "350", price: "14.99", discount: "10", description: " Ok ", popular: "on" };
const errors = (changes: Record<string, string>) => {
  const read = parse({ ...typed, ...changes });
  return read.ok ? {} : read.error;
};

test("the form is parsed, with the price in cents", () => {
  expect(parse(typed)).toEqual({
    ok: true,
    value: { coins: 350, priceCents: 1499, discount: 10, description: "Ok", popular: true },
  });
});

test("a missing checkbox means false", () => {
  const { popular: _, ...rest } = typed;
  expect(parse(rest)).toMatchObject({ ok: true, value: { popular: false } });
});

test.each(["0", "-1", "", "many", "NaN", "Infinity", "0x10"])("%j coins are refused", (coins) => {
  expect(errors({ coins })).toEqual({ coins: "Coins must be greater than zero" });
});

test.each(["0", "0.00", "-2.99", "", "free", "1e2"])("a price of %j is refused", (price) => {
  expect(errors({ price })).toEqual({ price: "Price must be greater than zero" });
});

test.each(["-1", "101", "-0.5"])("a discount of %j is refused", (discount) => {
  expect(errors({ discount })).toEqual({ discount: "Discount must be between 0 and 100" });
});

test.each([0, 0.01, 33.33, 99.5, 100])("a discount of %d %% is accepted", (discount) => {
  const form = { ...typed, discount: String(discount) };
  expect(parse(form)).toMatchObject({ ok: true, value: { discount } });
});

test("an invalid discount is 0", () => {
  expect(parse({ ...typed, discount: "" })).toMatchObject({
    ok: true,
    value: { discount: 0 },
  });
  expect(parse({ ...typed, discount: "100" })).toMatchObject({
    ok: true,
    value: { discount: 100 },
  });
});

test("a comma is decimal, and is asked about where it may stand before thousands", () => {
  expect(parse({ ...typed, price: "14,99", discount: "2,5" })).toMatchObject({
    ok: true,
    value: { priceCents: 1499, discount: 2.5 },
  });
  const twoWays = (text: string) =>
    `${text} can be read in two ways. For thousands, write ${text.replace(",", "")}.`;
  expect(errors({ coins: "1,050", price: "1,499", discount: "1,125" })).toEqual({
    coins: twoWays("1,050"),
    price: twoWays("1,499"),
    discount: twoWays("1,125"),
  });
});

test("values out of range are refused, with all messages at once", () => {
  expect(
    errors({
      coins: "100000001",
      price: "100000.01",
      discount: "2.505",
      description: "x".repeat(201),
    }),
  ).toEqual({
    coins: "Coins must be at most 100,000,000",
    price: "Price must be at most $100,000.00",
    discount: "Discount can have at most two decimals",
    description: "Description is too long (at most 200 characters)",
  });
  expect(errors({ coins: "1.5", price: "2.999", description: "a\u0000b" })).toEqual({
    coins: "Coins must be a whole number",
    price: "Price can have at most two decimals",
    description: "Description contains characters that cannot be used",
  });
});

test.each([
  ["0.29", 29],
  ["1.1", 110],
  [".5", 50],
  ["8", 800],
  ["2,99", 299],
  ["100000.00", 10_000_000],
])("%s is %d cents, without a float on the way", (price, cents) => {
  expect(parse({ ...typed, price })).toMatchObject({
    ok: true,
    value: { priceCents: cents },
  });
});

test("credit and gift codes have a value in place of coins", () => {
  const typed = { price: "19", discount: "0", description: "" };
  const values = { coins: 0, priceCents: 1900, discount: 0, description: "", popular: false };
  expect(parse({ ...typed, kind: "gift_code", value: "25", coins: "350" })).toEqual({
    ok: true,
    value: { ...values, kind: "gift_code", valueCents: 2500 },
  });
  const message = "Value must be an amount such as 20 or 19.99";
  for (const value of [undefined, "", "0", "-5", "1.999"])
    expect(parse({ ...typed, kind: "credit", ...(value !== undefined && { value }) })).toEqual({
      ok: false,
      error: { value: message },
    });
  expect(parse({ ...typed, kind: "credit", value: "10000.01" })).toEqual({
    ok: false,
    error: { value: "Value must be at most $10,000.00" },
  });
});
