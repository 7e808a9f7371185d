import { describe, expect, test } from "vitest";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import {
  arrivalText,
  deliveryTimeOf,
  deliveryTimeText,
  isLate,
  placeText,
} from "./delivery-time.ts";

const waits = (medianMinutes: number, p95Minutes: number, orders = 10) => ({
  orders,
  medianMinutes,
  p95Minutes,
});

describe("what buyers are told about the delivery time", () => {
  test.each([
    [0.2, 4, "Nearly all orders are delivered within 5 minutes of the payment."],
    [
      11,
      61,
      "Half of all orders are delivered within 15 minutes of the payment, and 95% within 2 hours.",
    ],
    [
      60,
      24 * 60,
      "Half of all orders are delivered within 1 hour of the payment, and 95% within 1 day.",
    ],
    [
      23 * 60 + 1,
      49 * 60,
      "Half of all orders are delivered within 1 day of the payment, and 95% within 3 days.",
    ],
  ])("figures of %d and %d minutes are rounded up", (half, most, text) => {
    const time = deliveryTimeOf(waits(half, most), "At once.");
    expect(time && deliveryTimeText(time)).toBe(text);
  });

  test("of fewer than ten deliveries, the owner's sentence, or nothing", () => {
    const stated = deliveryTimeOf(waits(5, 9, 9), "Within an hour, from 9 to 5.");
    expect(stated && deliveryTimeText(stated)).toBe("Within an hour, from 9 to 5.");
    expect(stated && arrivalText(stated)).toBe("Within an hour, from 9 to 5.");
    expect(deliveryTimeOf(waits(5, 9, 9), "")).toBeNull();
    expect(deliveryTimeOf(null, "")).toBeNull();
  });

  test("an order is late beyond what 95 of 100 take; a sentence makes none late", () => {
    const paid = new Date("2026-11-20T12:00:00Z");
    const after = (minutes: number) => addMs(paid, minutes * MINUTE_MS);
    const time = deliveryTimeOf(waits(10, 170), "");
    expect(time && arrivalText(time)).toBe("Coins usually arrive within 3 hours.");
    expect(isLate(time, paid, after(180))).toBe(false);
    expect(isLate(time, paid, after(181))).toBe(true);
    expect(isLate(deliveryTimeOf(null, "At once."), paid, after(9999))).toBe(false);
  });

  test("places in the queue", () => {
    expect([1, 2, 3, 4, 11, 21, 32, 50].map(placeText)).toEqual([
      "You are next in line.",
      "You are 2nd in line.",
      "You are 3rd in line.",
      "You are 4th in line.",
      "You are 11th in line.",
      "You are 21st in line.",
      "You are 32nd in line.",
      "You are 50th in line.",
    ]);
  });
});
