import type { PGlite, Transaction } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { expect, test } from "vitest";
import type { Db } from "#db/client.server.ts";
import { withMethods } from "#db/embedded/yielding.server.ts";
import { defaultPaymentPolicy as policy } from "../payments/model/payment.ts";
import { recordOutputs } from "../payments/outputs.server.ts";
import { recordTip } from "../payments/poller/watch.server.ts";
import { openFromPool } from "../../tests/embedded-pool.ts";
import { checkoutAtPayment, placedOrder, seenOutput } from "../../tests/make.ts";
import { confirmOrder } from "./confirm-order.server.ts";
import { chooseMethod } from "./steps.server.ts";

const now = new Date("2026-11-20T08:00:00Z");

/** Returns a database that counts the statements sent to this one, without begin and commit. */
function counted(db: Db): { db: Db; count: () => number } {
  let sent = 0;
  const client = (db as unknown as { $client: PGlite }).$client;
  const query: PGlite["query"] = (...args) => {
    sent += 1;
    return client.query(...args);
  };
  const transaction: PGlite["transaction"] = (work) =>
    client.transaction((tx) => {
      const queryIn: Transaction["query"] = (...args) => {
        sent += 1;
        return tx.query(...args);
      };
      return work(withMethods(tx, { query: queryIn }));
    });
  return {
    db: drizzle({ client: withMethods(client, { query, transaction }) }),
    count: () => sent,
  };
}

// The numbers are those from before there were coupons and credit.
test("a purchase without coupon and credit sends no more statements for them", async () => {
  const database = await openFromPool();
  await recordTip(database.db, { height: 100, hash: "block-100" }, now);
  await checkoutAtPayment(database.db, { now });
  const { db, count } = counted(database.db);
  const steps: Record<string, number> = {};
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = count();
    const result = await work();
    steps[name] = count() - before;
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
