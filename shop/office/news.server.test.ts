import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { users } from "#db/schema/accounts.server.ts";
import { confirmOrder } from "#shop/checkout/checkouts.server.ts";
import { deleteOrder, setOrderStatus } from "#shop/orders/order-changes.server.ts";
import { recordOutputs } from "#shop/payments/outputs.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/payment.ts";
import { recordTip } from "#shop/payments/payments.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { checkoutAtPayment, onlyBitcoin, seenOutput } from "../../tests/make.ts";
import { newestNews, newsAfter } from "./news.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const actor = { id: "robin", email: "robin@example.com", ip: null };

describeOnBothDatabases("news for administrators", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await db
      .insert(users)
      .values({ ...actor, name: "Robin", role: "admin", referralCode: "ROBIN" });
    await recordTip(db, { height: 100, hash: "block-100" }, now);
  });
  afterAll(() => database.close());

  const placed = async () => {
    const made = await checkoutAtPayment(db, { now });
    const { visitorHash, checkout } = made;
    const order = await confirmOrder(db, {
      offers: onlyBitcoin,
      visitorHash,
      checkoutId: checkout.id,
      policy,
      now,
    });
    if (!order.ok) throw new Error(order.error);
    return { ...made, orderId: order.value.id };
  };
  const what = async (after: number) => (await newsAfter(db, after)).map((news) => news.what);

  test("are orders placed and payments that matter, after what was told; not what administrators do", async () => {
    expect(await newestNews(db)).toBe(0);
    const { address, sats, orderId } = await placed();
    expect(await newsAfter(db, 0)).toMatchObject([
      { orderId, what: "placed", coins: 350, totalCents: 1499 },
    ]);
    const before = await newestNews(db);
    const tell = (height?: number) =>
      recordOutputs(db, {
        address,
        complete: true,
        rateCents: null,
        outputs: [seenOutput(sats, { txid: "ab".repeat(32), ...(height && { height }) })],
        policy,
        now,
      });
    await tell();
    expect(await what(before)).toEqual([]);
    await tell(100);
    await setOrderStatus(db, { orderId, version: null, status: "completed", actor, now });
    expect(await what(before)).toEqual(["paid"]);
    expect(await what(await newestNews(db))).toEqual([]);
  });

  test("are at most 20, and none of deleted orders", async () => {
    const before = await newestNews(db);
    const orders = [];
    for (let n = 0; n < 22; n += 1) orders.push(await placed());
    expect(await what(before)).toHaveLength(20);
    for (const { orderId } of orders.slice(0, 21))
      await deleteOrder(db, { orderId, version: null, actor, now });
    expect((await newsAfter(db, before)).map(({ orderId }) => orderId)).toEqual([
      orders[21]?.orderId,
    ]);
  });
});
