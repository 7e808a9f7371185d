import { expect, test } from "vitest";
import { methodWithWay, paymentWayOf } from "./payment-method.ts";

const settledAt = new Date("2026-11-20T08:31:00Z");

test.each([
  [{ paymentMethod: "bitcoin", byLightning: true, settledAt }, "lightning", "Bitcoin (Lightning)"],
  [{ paymentMethod: "bitcoin", byLightning: false, settledAt }, "chain", "Bitcoin (on-chain)"],
  [{ paymentMethod: "bitcoin", byLightning: false, settledAt: null }, null, "Bitcoin"],
  [{ paymentMethod: "stripe", byLightning: false, settledAt }, null, "Card"],
] as const)("the way of %o is %s, and its label %s", (order, way, label) => {
  expect(paymentWayOf(order)).toBe(way);
  expect(methodWithWay(order)).toBe(label);
});
