import { expect, test } from "vitest";
import { paymentTermsOf } from "#shop/payments/model/policy.ts";
import { defaultSettings } from "#shop/settings/settings.ts";
import { inTimeText, toleranceText } from "./payment-terms.ts";

const termsOf = (settings: Partial<typeof defaultSettings>, addresses: "xpub" | "fixed" = "xpub") =>
  paymentTermsOf({ ...defaultSettings, ...settings }, addresses);

test("the texts say what the owner's settings do", () => {
  const onItsWay =
    "Nothing is lost if your payment was on its way: it settles if it reaches the network";
  expect(inTimeText(termsOf({}))).toBe(`${onItsWay} in time or up to 60 minutes late.`);
  expect(inTimeText(termsOf({ lateGraceMinutes: 1 }))).toBe(
    `${onItsWay} in time or up to one minute late.`,
  );
  expect(inTimeText(termsOf({ lateGraceMinutes: 0 }))).toBe(`${onItsWay} in time.`);
  expect(toleranceText(termsOf({}))).toBe(
    "Up to 1% short counts as paid. If more is missing, the payment page says how much, and you send the rest to the same address.",
  );
  expect(toleranceText(termsOf({ tolerancePercent: 2.5 }))).toContain("Up to 2.5% short");
});

test("on the one fixed address the amount has to be exact", () => {
  expect(toleranceText(termsOf({ tolerancePercent: 5 }, "fixed"))).toBe(
    "If any of it is missing, the payment page says how much, and you send the rest to the same address.",
  );
});
