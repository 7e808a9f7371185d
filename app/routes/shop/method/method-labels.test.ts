import { expect, test } from "vitest";
import { byWaysText, paidText, waysText } from "./method-labels.ts";

const all = [
  { method: "stripe" },
  { method: "bitcoin" },
  { method: "paypal" },
  { method: "bank_transfer" },
] as const;

test("the ways of payment are listed as a sentence needs them", () => {
  expect(waysText(all)).toBe("card, Bitcoin, PayPal or bank transfer");
  expect(byWaysText(all)).toBe("by card, Bitcoin, PayPal or bank transfer");
  expect(byWaysText(all.toReversed())).toBe("by bank transfer, PayPal, Bitcoin or card");
  expect(paidText(all)).toBe("by card, in Bitcoin, with PayPal or by bank transfer");
});

test("while nothing is offered, they name Bitcoin", () => {
  expect(waysText([])).toBe("Bitcoin");
  expect(byWaysText([])).toBe("by Bitcoin");
  expect(paidText([])).toBe("in Bitcoin");
});
