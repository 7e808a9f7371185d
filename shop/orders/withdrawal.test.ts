import { expect, test } from "vitest";
import { canWithdraw, lastDayToWithdraw } from "./withdrawal.ts";

const timeZone = "Europe/Berlin";
/** On a Friday. */
const createdAt = new Date("2026-11-20T08:00:00Z");
const order = {
  status: "processing",
  settledAt: createdAt,
  consentedAt: null,
  withdrawal: null,
  createdAt,
} as const;
const on = (time: string) => ({ timeZone, now: new Date(time) });

test.each([
  ["2026-11-20T08:00:00Z", "2026-12-04"],
  // It is Saturday in Berlin already: Saturday, so Monday.
  ["2026-11-20T23:30:00Z", "2026-12-07"],
  ["2026-11-22T12:00:00Z", "2026-12-07"],
  ["2026-11-23T12:00:00Z", "2026-12-07"],
])("of an order at %s, the last day is %s", (placed, last) => {
  expect(lastDayToWithdraw(new Date(placed), timeZone)).toBe(last);
});

test("the right lasts until the end of its last day", () => {
  expect(canWithdraw(order, on("2026-12-04T22:59:59Z"))).toBe(true);
  expect(canWithdraw(order, on("2026-12-04T23:00:00Z"))).toBe(false);
});

test("an order that waits for its payment is left, not withdrawn", () => {
  const soon = on("2026-11-21T08:00:00Z");
  const unpaid = { ...order, settledAt: null };
  expect(canWithdraw({ ...unpaid, status: "pending" }, soon)).toBe(false);
  // The owner has accepted it without a payment, or set a paid one back.
  expect(canWithdraw(unpaid, soon)).toBe(true);
  expect(canWithdraw({ ...order, status: "pending" }, soon)).toBe(true);
});

test("with consent it ends once the coins are delivered, and it is used once", () => {
  const soon = on("2026-11-21T08:00:00Z");
  const delivered = { ...order, status: "completed" } as const;
  expect(canWithdraw(delivered, soon)).toBe(true);
  expect(canWithdraw({ ...delivered, consentedAt: createdAt }, soon)).toBe(false);
  expect(canWithdraw({ ...order, consentedAt: createdAt }, soon)).toBe(true);
  expect(canWithdraw({ ...order, status: "rejected" }, soon)).toBe(false);
  for (const withdrawal of ["open", "accepted", "declined"] as const)
    expect(canWithdraw({ ...order, withdrawal }, soon)).toBe(false);
});
