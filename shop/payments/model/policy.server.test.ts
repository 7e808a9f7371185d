import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { settings } from "#shop/settings/tables.ts";
import { orderOfCheckout } from "#shop/orders/orders.server.ts";
import { storeSettings } from "#shop/settings/settings.server.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { checkoutAtPayment, deleteCheckouts, seenOutput } from "../../../tests/make.ts";
import { recordOutputs } from "../outputs.server.ts";
import { defaultPaymentPolicy as policy } from "./payment.ts";
import { paymentView } from "../payment-view.server.ts";
import { recordTip } from "../poller/watch.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const soon = new Date("2026-11-20T08:10:00Z");

describeOnBothDatabases("the owner's payment policy", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteCheckouts(db);
    await db.delete(settings);
    await recordTip(db, { height: 100, hash: "block-100" }, now);
  });

  const save = (values: Parameters<typeof storeSettings>[1]["values"]) =>
    db.transaction((tx) => storeSettings(tx, { group: "bitcoin", values, version: 0, now }));
  const pay = (address: string, sats: number) =>
    recordOutputs(db, {
      address,
      complete: true,
      rateCents: null,
      outputs: [seenOutput(sats, { txid: address, height: 100, time: soon })],
      policy,
      now: soon,
    });
  const statusOf = async (checkoutId: string) =>
    (
      await paymentView(db, checkoutId, await orderOfCheckout(db, checkoutId), {
        policy,
        label: "",
        chainUp: true,
        now: soon,
      })
    )?.status;

  test("a change holds for new quotes, without a restart", async () => {
    await save({ confirmationsBelow: 3, tolerancePercent: 0 });
    const { checkout, address, sats } = await checkoutAtPayment(db, { now });
    await pay(address, sats);
    expect(await statusOf(checkout.id)).toBe("detected");
    await recordTip(db, { height: 102, hash: "block-102" }, soon);
    expect(await statusOf(checkout.id)).toBe("paid");

    const other = await checkoutAtPayment(db, { now });
    await pay(other.address, other.sats - 1);
    expect(await statusOf(other.checkout.id)).toBe("partial");
  });

  test("an older quote holds its policy: no paid order becomes unpaid", async () => {
    const { checkout, address, sats } = await checkoutAtPayment(db, { now });
    await pay(address, sats - 100);
    expect(await statusOf(checkout.id)).toBe("paid");
    await save({ confirmationsBelow: 6, tolerancePercent: 0 });
    await pay(address, sats - 100);
    expect(await statusOf(checkout.id)).toBe("paid");
    expect(await orderOfCheckout(db, checkout.id)).toMatchObject({
      paymentStatus: "paid",
      status: "processing",
    });
  });
});
