import { expect, test } from "vitest";
import { inLanguage, shownIn } from "./current.server.ts";
import { approximately, dollarIn } from "./format.ts";

const euros = { currency: "EUR", perDollar: 0.92041 } as const;
const rupiah = { currency: "IDR", perDollar: 16_612.4 } as const;

test("an amount is shown in another currency only where one is", () => {
  expect(approximately(1499)).toBeNull();
  expect(shownIn(euros, () => approximately(1499))).toBe("≈ €13.80");
  expect(approximately(1499, euros)).toBe("≈ €13.80");
});

test("it is formatted as the language does, without decimals that are worth nothing", () => {
  expect(inLanguage("de", () => approximately(1499, euros))).toBe("≈ 13,80\u00a0€");
  expect(inLanguage("id", () => approximately(1499, rupiah))).toBe("≈ Rp\u00a0249.020");
  expect(dollarIn(euros)).toBe("€0.92041");
  expect(inLanguage("id", () => dollarIn(rupiah))).toBe("Rp\u00a016.612,4");
});

test("in a text from right to left it stays in one piece", () => {
  expect(inLanguage("ar", () => approximately(1499, euros))).toMatch(
    /^\u2066≈ [\d.,\u00a0€]+\u2069$/,
  );
});
