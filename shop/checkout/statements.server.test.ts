import { expect, test } from "vitest";
import { defaultPaymentPolicy as policy } from "../payments/model/payment.ts";
import { recordOutputs } from "../payments/outputs.server.ts";
import { recordTip } from "../payments/poller/watch.server.ts";
import { openFromPool } from "../../tests/embedded-pool.ts";
import { checkoutAtPayment, placedOrder, seenOutput } from "../../tests/make.ts";
import { recordStatements } from "../../tests/record-statements.ts";
import { confirmOrder } from "./confirm-order.server.ts";
import { chooseMethod } from "./steps.server.ts";

const now = new Date("2026-11-20T08:00:00Z");

// The numbers are those from before there were coupons and credit.
test("a purchase without coupon and credit sends no more statements for them", async () => {
  const database = await openFromPool();
  await recordTip(database.db, { height: 100, hash: "block-100" }, now);
  await checkoutAtPayment(database.db, { now });
  const { db, sent } = recordStatements(database.db);
  const steps: Record<string, number> = {};
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = sent.length;
    const result = await work();
    steps[name] = sent.length - before;
    return result;
  };
  const { checkout, visitorHash } = await step("to step 2", () => checkoutAtPayment(db, { now }));
  await chooseMethod(db, checkout.id, "bank_transfer", now);
  const input = { visitorHash, checkoutId: checkout.id, policy, now };
  const byHand = [{ method: "bank_transfer", how: "by-hand" }] as const;
  await step("confirm, by hand", () => confirmOrder(db, { ...input, offers: byHand }));
  const paid = await step("confirm, in Bitcoin", () => placedOrder(db, { now }));
  await step("paid", () =>
    recordOutputs(db, {
      address: paid.address,
      outputs: [seenOutput(paid.sats, { height: 100 })],
      complete: true,
      policy,
      rateCents: null,
      now,
    }),
  );
  const before = {
    "to step 2": 12,
    "confirm, by hand": 19,
    "confirm, in Bitcoin": 23,
    paid: 17,
  };
  expect(Object.keys(steps)).toEqual(Object.keys(before));
  for (const [name, count] of Object.entries(before))
    expect(steps[name], name).toBeLessThanOrEqual(count);
  await database.close();
});
