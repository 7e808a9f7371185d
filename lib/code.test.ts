import fc from "fast-check";
import { expect, test } from "vitest";
import { normalizeOrderId } from "#shop/orders/order.ts";
import { normalizeGiftCode } from "#shop/gift-codes/gift-code.ts";
import { readRecoveryCode, readTotpCode, referralCodeSchema } from "#shop/accounts/account.ts";
import { normalizeCode } from "#shop/promotions/coupon.ts";
import { readCapitals, readCode } from "./code.ts";

/** How a code arrives that is `ABC-123` or `ABC123`, by where it was written. */
const written: [where: string, write: (code: string) => string][] = [
  ["as it is", (code) => code],
  ["with spaces and a line break around", (code) => ` \t${code}\r\n`],
  ["with a no-break space", (code) => `\u00A0${code}\u202F`],
  ["with a zero-width space", (code) => `\u200B${code.replace("B", "B\u200B")}\uFEFF`],
  ["in a text from right to left", (code) => `\u200F\u2068${code}\u2069`],
  ["with a soft hyphen", (code) => code.replace("B", "B\u00AD")],
  ["with straight quotes", (code) => `"${code}"`],
  ["with typographic quotes", (code) => `“${code}”`],
  ["with German quotes", (code) => `„${code}“`],
  ["with French quotes", (code) => `« ${code} »`],
  ["with backticks, as in a chat", (code) => `\`${code}\``],
  ["with an en dash, which phones put", (code) => code.replaceAll("-", "–")],
  ["with an em dash", (code) => code.replaceAll("-", "—")],
  ["with a no-break hyphen, which word processors put", (code) => code.replaceAll("-", "\u2011")],
  ["with a minus sign", (code) => code.replaceAll("-", "−")],
  ["in full width", (code) => code.replaceAll(/[!-~]/g, wide)],
  ["with Arabic digits", (code) => digitsFrom(code, 0x06_60)],
  ["with Persian digits", (code) => digitsFrom(code, 0x06_f0)],
  ["with Hindi digits", (code) => digitsFrom(code, 0x09_66)],
  ["with mathematical digits", (code) => digitsFrom(code, 0x1_d7_ce)],
];

function wide(letter: string): string {
  return String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfe_e0);
}

function digitsFrom(code: string, zero: number): string {
  return code.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

/** The codes of the shop: how each is stored, and how it is read. */
const codes: Record<string, { stored: string; read: (text: string) => unknown }> = {
  coupon: { stored: "BLACK-B123", read: normalizeCode },
  "gift code": { stored: "7KQ2M9XAB3W4N5P6", read: normalizeGiftCode },
  "referral code": { stored: "K7MB2PQX", read: (text) => referralCodeSchema.parse(text) },
  "order id": { stored: "7KQB2M9", read: normalizeOrderId },
  "recovery code": { stored: "aBc4E-fG7i9", read: readRecoveryCode },
  "code of an app": { stored: "012345", read: readTotpCode },
};

test.each(
  Object.entries(codes).flatMap(([name, code]) => written.map((way) => ({ name, code, way }))),
)("a $name $way.0", ({ code: { stored, read }, way: [, write] }) => {
  expect(read(write(stored))).toBe(stored);
});

test.each<[name: string, typed: string]>([
  ["gift code", "7kq2-m9xa-b3w4-n5p6"],
  ["gift code", "7KQ2–M9XA—B3W4 N5P6"],
  ["referral code", "k7mb2pqx"],
  ["order id", "#7kqb-2m9"],
  ["recovery code", "aBc4E fG7i9"],
  ["recovery code", "aBc4EfG7i9"],
  ["code of an app", "012 345"],
  ["code of an app", "012-345"],
])("a %s: %s", (name, typed) => {
  const { stored, read } = codes[name]!;
  expect(read(typed)).toBe(stored);
});

test.each(["INDIRIM", "indirim", "İNDİRİM", "İndirim", "ındırım", "INDIRIM "])(
  "the coupon INDIRIM as %s",
  (typed) => expect(normalizeCode(typed)).toBe("INDIRIM"),
);

test("what is easily taken for another letter, where a code has only one of them", () => {
  expect(normalizeGiftCode("OIL0-1234-5678-9ABC")).toBe("0110123456789ABC");
  expect(referralCodeSchema.parse("K7MI2PQ1")).toBe("K7ML2PQL");
  expect(normalizeOrderId("O0I1LBA")).toBe("O0I1LBA");
});

test("reading a code twice changes nothing, and never fails", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
      expect(readCapitals(readCapitals(text))).toBe(readCapitals(text));
      expect(readCode(text)).not.toMatch(/[\s\u200B\u00AD]/);
    }),
  );
});
