import { expect, test } from "vitest";
import { paymentTermsOf } from "#shop/payments/model/policy.ts";
import { defaultSettings } from "#shop/settings/settings.ts";
import { inTimeText, rejectionText, toleranceText } from "./payment-terms.ts";

const termsOf = (settings: Partial<typeof defaultSettings>, addresses: "xpub" | "fixed" = "xpub") =>
  paymentTermsOf({ ...defaultSettings, ...settings }, addresses);

test("the texts say what the owner's settings do", () => {
  expect(inTimeText(termsOf({}))).toBe("in time or up to 60 minutes late");
  expect(inTimeText(termsOf({ lateGraceMinutes: 1 }))).toBe("in time or up to one minute late");
  expect(inTimeText(termsOf({ lateGraceMinutes: 0 }))).toBe("in time");
  expect(toleranceText(termsOf({}))).toBe("Up to 1% short counts as paid. If more is missing,");
  expect(toleranceText(termsOf({ tolerancePercent: 2.5 }))).toContain("Up to 2.5% short");
  expect(rejectionText(termsOf({}))).toContain("unpaid for 24 hours after");
  expect(rejectionText(termsOf({ rejectUnpaidAfterHours: 1 }))).toContain("for one hour after");
  expect(rejectionText(termsOf({ rejectUnpaid: false }))).toBe("");
});

test("on the one fixed address the amount has to be exact", () => {
  expect(toleranceText(termsOf({ tolerancePercent: 5 }, "fixed"))).toBe("If any of it is missing,");
});
