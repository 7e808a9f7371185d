import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawOrderId, maskEmail, isOrderId, maskName, normalizeOrderId } from "./order.ts";

describe("a masked email", () => {
  test.each([
    ["mira@example.com", "m•••@e•••.com"],
    ["m@e.co", "m•••@e•••.co"],
    ["mira@mail.example.co.uk", "m•••@m•••.uk"],
    ["mira@localhost", "m•••@l•••"],
    ["👩‍👩‍👧@family.org", "👩‍👩‍👧•••@f•••.org"],
    ["ä@ö.de", "ä•••@ö•••.de"],
    ["mira@secret@example.com", "m•••@s•••"],
    ["no-at-sign", "n•••@•••"],
    ["@example.com", "•••@e•••.com"],
    ["mira@", "m•••@•••"],
    ["", "•••@•••"],
  ])("%j is %j", (email, masked) => expect(maskEmail(email)).toBe(masked));

  test("shows of the name and the host nothing but their first letters, whatever they are", () => {
    const word = fc.string({
      unit: fc.constantFrom("b", "c", "9", "-", "🙂", "é"),
      minLength: 2,
      maxLength: 20,
    });
    fc.assert(
      fc.property(word, word, (name, host) => {
        const masked = maskEmail(`a${name}@x${host}.com`);
        expect(masked).toBe("a•••@x•••.com");
      }),
    );
  });

  test("is made of any text, without a fault", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(maskEmail(text)).toContain("•••@");
        expect(maskName(text).endsWith("•••")).toBe(true);
      }),
    );
  });
});

test.each([
  ["mira.holt", "m•••"],
  ["m", "m•••"],
  ["", "•••"],
  ["🙂🙂", "🙂•••"],
  ["é́cole", "é́•••"],
  ["6812044711902236417", "6•••"],
])("the name %j is masked as %j", (name, masked) => expect(maskName(name)).toBe(masked));

test("an order id is seven capital letters and digits, and nothing else is one", () => {
  const of = (length: number) =>
    fc.string({
      unit: fc.constantFrom("A", "B", "Z", "0", "1", "9"),
      minLength: length,
      maxLength: length,
    });
  fc.assert(
    fc.property(of(7), (text) => {
      expect(isOrderId(text)).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.oneof(of(6), of(8), fc.string({ unit: "binary" })), (text) => {
      expect(isOrderId(text)).toBe(/^[A-Z0-9]{7}$/.test(text) && !text.includes("\n"));
    }),
  );
  expect(["7kq2m9x", "7KQ2M9", "7KQ2M9X\n", "7KQ 2M9", "ÄKQ2M9X"].filter(isOrderId)).toEqual([]);
});

test("an order id is found however it was typed", () => {
  for (const typed of ["7KQ2M9X", "7kq2m9x", " 7kq2M9x\n", "#7KQ2M9X", " #7kq2m9x "])
    expect(normalizeOrderId(typed)).toBe("7KQ2M9X");
});

test.each(["1234567", "0012345", "12345E6", "1E23456", "MAR2026", "SEPT123", "12MAR26"])(
  "%s is no id of a new order: a spreadsheet would read a number or a date",
  (id) => {
    const draws = [id, "7KQ2M9X"];
    expect(drawOrderId(() => draws.shift() ?? "")).toBe("7KQ2M9X");
  },
);

test.each(["7KQ2M9X", "E123456", "123456E", "1E2E345", "12345F6", "ORDER01", "MA12345"])(
  "%s may be the id of a new order",
  (id) => expect(drawOrderId(() => id)).toBe(id),
);
