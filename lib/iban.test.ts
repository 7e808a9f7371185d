import { expect, test } from "vitest";
import { formatIban, isIban, normalizeIban } from "./iban.ts";

// The registry's own examples.
test.each([
  "GB29 NWBK 6016 1331 9268 19",
  "DE89 3704 0044 0532 0130 00",
  "NO93 8601 1117 947",
  "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
])("%s is one, and is written back as it was", (iban) => {
  expect(isIban(normalizeIban(iban))).toBe(true);
  expect(formatIban(normalizeIban(iban))).toBe(iban);
});

test("small letters and other spaces do not matter", () => {
  expect(normalizeIban(" gb29nwbk 60161331926819\t")).toBe("GB29NWBK60161331926819");
});

test.each([
  "GB29NWBK60161331926818",
  "GB92NWBK60161331926819",
  "GB29NWBK61061331926819",
  "GB00XXXX00000000000000",
  "GB29",
  "",
  "12345678901234567890",
])("%j is none", (text) => {
  expect(isIban(text)).toBe(false);
});
