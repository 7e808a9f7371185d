import { expect, test } from "vitest";
import { pendingText } from "./pending-text.ts";

test.each([
  ["paypal", "ECHECK", "PayPal: The buyer paid by eCheck, which has not cleared yet."],
  [
    "paypal",
    "UNILATERAL",
    "PayPal: No account of yours was found for it. Check your email address at PayPal.",
  ],
  ["paypal", "NEW_RULE", "PayPal: The reason given is NEW_RULE."],
  [
    "stripe",
    "NO_CHARGE",
    "Card: Stripe says it is paid, but shows no charge yet. The shop keeps checking.",
  ],
  ["stripe", null, "Card: The money is on its way."],
] as const)("a pending payment by %s, reason %s", (method, reason, text) => {
  expect(pendingText({ method, reason })).toBe(text);
});
