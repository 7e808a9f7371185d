import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { users } from "../accounts/tables.ts";
import { orderEvents } from "../orders/tables.ts";
import { confirmOrder } from "../checkout/checkouts.server.ts";
import { deleteOrder, setOrderStatus } from "../orders/order-changes.server.ts";
import { addEvent } from "../orders/orders.server.ts";
import { recordOutputs } from "../payments/outputs.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { recordTip } from "#shop/payments/poller/watch.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { checkoutAtPayment, onlyBitcoin, seenOutput } from "../../tests/make.ts";
import type { NewsPlace } from "./news.ts";
import { newsAfter, newsPlace } from "./notifications.server.ts";

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
  const beginning: NewsPlace = { last: 0, missing: [] };
  const newsSince = async (place: NewsPlace) => (await newsAfter(db, place)).news;
  const what = async (place: NewsPlace) => (await newsSince(place)).map((news) => news.what);

  test("are orders placed and payments that matter, after what was told; not what administrators do", async () => {
    expect(await newsPlace(db)).toEqual(beginning);
    const { address, sats, orderId } = await placed();
    expect(await newsSince(beginning)).toMatchObject([
      { orderId, what: "placed", coins: 350, totalCents: 1499 },
    ]);
    const before = await newsPlace(db);
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
    expect(await what(await newsPlace(db))).toEqual([]);
  });

  test("are at most 20, and none of deleted orders", async () => {
    const before = await newsPlace(db);
    const orders = [];
    for (let n = 0; n < 22; n += 1) orders.push(await placed());
    expect(await what(before)).toHaveLength(20);
    expect(await newsAfter(db, before)).toMatchObject({ count: 22 });
    for (const { orderId } of orders.slice(0, 21))
      await deleteOrder(db, { orderId, version: null, actor, now });
    expect((await newsSince(before)).map(({ orderId }) => orderId)).toEqual([orders[21]?.orderId]);
  });

  test("are told once each, in whatever order transactions commit, and whoever looks meanwhile", async () => {
    const orderId = (await placed()).orderId;
    const story = fc.array(
      fc.record({ drawn: fc.nat(6), fate: fc.constantFrom("commit", "undo") }),
      {
        minLength: 1,
        maxLength: 30,
      },
    );
    await fc.assert(
      fc.asyncProperty(story, async (steps) => {
        let place = await newsPlace(db);
        const told: number[] = [];
        const look = async () => {
          const since = await newsAfter(db, place);
          place = since.place;
          told.push(...since.news.map(({ id }) => id));
        };
        const underWay: number[] = [];
        const committed: number[] = [];
        for (const { drawn, fate } of steps) {
          while (underWay.length <= drawn) underWay.push(await drawId(db));
          const [id = 0] = underWay.splice(drawn, 1);
          if (fate === "commit") {
            await db
              .insert(orderEvents)
              .values({ id, orderId, type: "placed", data: { by: "customer" }, at: now });
            committed.push(id);
          }
          await look();
        }
        expect(told).toEqual(committed);
      }),
      { numRuns: 25 },
    );
  });

  test("wait for whoever has drawn an id and commits late", async () => {
    const { orderId } = await placed();
    // The embedded database has one transaction after the other.
    if (database.kind === "embedded") return;
    const place = await newsPlace(db);
    const drawn = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    const slow = db.transaction(async (tx) => {
      await addEvent(tx, orderId, "payment", { from: "paid", to: "reversed" }, now);
      drawn.resolve();
      await late.promise;
    });
    await drawn.promise;
    await addEvent(db, orderId, "payment", { from: "pending", to: "paid" }, now);
    const first = await newsAfter(db, place);
    expect(first.news.map((news) => news.what)).toEqual(["paid"]);
    late.resolve();
    await slow;
    const second = await newsAfter(db, first.place);
    expect(second.news.map((news) => news.what)).toEqual(["reversed"]);
    expect(await newsSince(second.place)).toEqual([]);
  });
});

/** What an insert does first, whatever becomes of it. */
async function drawId(db: Db): Promise<number> {
  const next = sql<number>`nextval(pg_get_serial_sequence('order_events', 'id'))::int`;
  const [row] = await db.select({ id: next }).from(sql`(select 1) as one`);
  return Number(row?.id);
}
