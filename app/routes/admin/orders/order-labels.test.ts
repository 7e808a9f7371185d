import { expect, test } from "vitest";
import { paymentText } from "./order-labels.ts";

test.each([
  ["Refunded", { keptCents: 0, sentBackCents: 1499, creditedCents: 0 }],
  ["Partly refunded: $1.00 sent back", { keptCents: 1399, sentBackCents: 100, creditedCents: 0 }],
  [
    "Partly refunded: $1.00 sent back, $2.50 to credit",
    { keptCents: 1149, sentBackCents: 100, creditedCents: 250 },
  ],
])("a refund is listed as %s", (text, cents) => {
  expect(paymentText({ paymentStatus: "refunded", ...cents })).toBe(text);
});

test("a refund of what was paid too much does not change the payment", () => {
  const cents = { keptCents: 1499, sentBackCents: 0, creditedCents: 0 };
  expect(paymentText({ paymentStatus: "paid", ...cents })).toBe("Confirmed");
});
