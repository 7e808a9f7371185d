import { expect, test } from "vitest";
import { currencyOfTag } from "./currencies.ts";

test.each([
  ["de", "EUR"],
  ["de-CH", "CHF"],
  ["es-MX", "MXN"],
  ["es-AR", null],
  ["pt", "BRL"],
  ["pt-PT", "EUR"],
  ["ar-SA", "SAR"],
  ["ar", null],
  ["en", null],
  ["en-GB", "GBP"],
  ["zh-Hant-TW", null],
  ["*", null],
  ["", null],
  ["not a tag", null],
])("the region of %s pays in %s", (tag, currency) => {
  expect(currencyOfTag(tag)).toBe(currency);
});
