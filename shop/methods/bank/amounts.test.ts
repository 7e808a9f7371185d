import fc from "fast-check";
import { expect, test } from "vitest";
import { detectDecimal, parseAmount } from "./amounts.ts";
import { dateOrders, detectDateOrder, parseDay } from "./dates.ts";
import { decodeText } from "./statement-file.ts";

test.each([
  ["14.99", ".", 1499],
  ["1,234.56", ".", 123_456],
  ["1.234,56-", ",", -123_456],
  ["(1,234.56)", ".", -123_456],
  ["+1'234.5 CHF", ".", 123_450],
  ["$14.99", ".", 1499],
  ["-$14.99", ".", -1499],
  ["€ 1 234,56", ",", 123_456],
  ["12,50 S", ",", -1250],
  ["12,50 H", ",", 1250],
  ["\u221212.50", ".", -1250],
  ["1234", ",", 123_400],
  ["14.990", ".", 1499],
  [".99", ".", 99],
  ["+14,99", ",", 1499],
  ["000000000000014.99", ".", 1499],
  ["14,99-", ",", -1499],
  ["$-14.99", ".", -1499],
  ["PLN 14.99", ".", 1499],
  ["14,99 zł", ",", 1499],
  ["14.99 USD EUR", ".", null],
  ["(14.99", ".", null],
  ["-14.99-", ".", null],
  ["20/11/2026", ".", null],
  ["14.999", ".", null],
  ["1,23.00", ".", null],
  ["12.34.56", ".", null],
  ["1,5", ".", null],
  ["", ".", null],
  ["abc", ".", null],
  ["1e5", ".", null],
  ["9999999999999", ".", null],
] as const)("%s, with %s before the cents, is %s", (text, decimal, cents) => {
  expect(parseAmount(text, decimal)?.cents ?? null).toBe(cents);
});

test.each([
  ["14,99 €", "€"],
  ["PLN 14,99", "PLN"],
  ["-US$14,99", "US$"],
  ["14,99 kr.", "kr."],
  ["14,99 Taler", null],
  ["14,99", ""],
])("beside %s stands the currency %s", (text, currency) => {
  expect(parseAmount(text, ",")?.currency ?? null).toBe(currency);
});

const formats = ["en-US", "de-DE", "de-CH", "fr-FR"].map((locale) => ({
  decimal: new Intl.NumberFormat(locale).format(1.5).charAt(1) as "." | ",",
  format: new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }),
}));

test("amounts in any bank's notation are parsed back to the same cents", () => {
  const cents = fc.integer({ min: -1e11, max: 1e11 });
  fc.assert(
    fc.property(cents, fc.constantFrom(...formats), (cents, { decimal, format }) => {
      const exact = `${cents < 0 ? "-" : ""}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
      const text = format.format(exact as Intl.StringNumericLiteral);
      expect(parseAmount(text, decimal)?.cents).toBe(cents);
      expect(detectDecimal([text])).toBe(decimal);
    }),
  );
});

test("an ambiguous decimal separator is not guessed", () => {
  expect(detectDecimal(["1,234", "5"])).toBeNull();
  expect(detectDecimal(["1,50", "1.50"])).toBeNull();
  expect(detectDecimal([])).toBeNull();
  expect(detectDecimal(["12", "1400"])).toBe(".");
});

test("any text is parsed or rejected without throwing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.constantFrom(".", ","), (text, decimal) => {
      const cents = parseAmount(text, decimal)?.cents ?? null;
      expect(cents === null || Number.isSafeInteger(cents)).toBe(true);
    }),
  );
});

test.each([
  ["2026-11-20", "ymd", "2026-11-20"],
  ["20261120", "ymd", "2026-11-20"],
  ["2026-11-20T23:59:59Z", "ymd", "2026-11-20"],
  ["20.11.26", "dmy", "2026-11-20"],
  ["20/11/2026 10:15", "dmy", "2026-11-20"],
  ["20 Nov 2026", "dmy", "2026-11-20"],
  ["Nov 20, 2026", "mdy", "2026-11-20"],
  ["01. Dez. 2026", "mdy", "2026-12-01"],
  ["5 März 26", "ymd", "2026-03-05"],
  ["14 févr. 2026", "dmy", "2026-02-14"],
  ["1 juillet 2026", "dmy", "2026-07-01"],
  ["1 jui 2026", "dmy", null],
  ["11/20/2026", "mdy", "2026-11-20"],
  ["11/20/2026", "dmy", null],
  ["31.02.2026", "dmy", null],
  ["29.02.2028", "dmy", "2028-02-29"],
  ["981404.01", "ymd", null],
  ["yesterday", "ymd", null],
] as const)("%s read as %s is %s", (text, order, day) => {
  expect(parseDay(text, order)).toBe(day);
});

test("the date order is detected from dates that fit only one order", () => {
  expect(detectDateOrder(["11/12/2026", "25/12/2026"])).toBe("dmy");
  expect(detectDateOrder(["11/12/2026", "12/25/2026"])).toBe("mdy");
  expect(detectDateOrder(["11.12.2026"])).toBe("dmy");
  expect(detectDateOrder(["11/12/2026"])).toBeNull();
  expect(detectDateOrder(["2026-11-12"])).toBe("ymd");
  expect(detectDateOrder(["01 Dec 2026"])).toBe("dmy");
  expect(detectDateOrder(["01 Dec 2026", "11/12/2026"])).toBeNull();
  expect(detectDateOrder([])).toBeNull();
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.constantFrom(...dateOrders), (text, order) => {
      expect(parseDay(text, order) ?? "2026-11-20").toMatch(/^\d{4}-\d\d-\d\d$/);
    }),
  );
});

test("a file is decoded with the encoding in which it was written", () => {
  expect(decodeText(new TextEncoder().encode("Zürich €"))).toBe("Zürich €");
  expect(decodeText(Uint8Array.from([0x5a, 0xfc, 0x80]))).toBe("Zü€");
  expect(decodeText(Uint8Array.from([0xff, 0xfe, 0xfc, 0x00]))).toBe("ü");
  expect(decodeText(Uint8Array.from([0xfe, 0xff, 0x00, 0xfc]))).toBe("ü");
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(decodeText(bytes)).toBeTypeOf("string");
    }),
  );
});
