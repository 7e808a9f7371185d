import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { users } from "../accounts/tables.ts";
import { orderEvents } from "./tables.ts";
import { deleteOrder, setOrderStatus } from "./order-changes.server.ts";
import { addEvent } from "./orders.server.ts";
import { recordOutputs } from "../payments/outputs.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { recordTip } from "#shop/payments/poller/watch.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { placedOrder, seenOutput } from "../../tests/make.ts";
import type { NotificationCursor } from "./order-notifications.ts";
import { readNotifications, readNotificationCursor } from "./order-notifications.server.ts";
import { runs } from "../../tests/runs.ts";

const now = new Date("2026-11-20T08:00:00Z");
const actor = { id: "robin", email: "robin@example.com", ip: null };

describeOnBothDatabases("order notifications", (openFresh) => {
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

  const beginning: NotificationCursor = { last: 0, missing: [] };
  const notificationsAfter = async (cursor: NotificationCursor) =>
    (await readNotifications(db, cursor)).notifications;
  const kindsAfter = async (cursor: NotificationCursor) =>
    (await notificationsAfter(cursor)).map((one) => one.what);

  test("are new orders and notified payment statuses after the cursor, not actions of administrators", async () => {
    expect(await readNotificationCursor(db)).toEqual(beginning);
    const { address, sats, orderId } = await placedOrder(db, { now });
    expect(await notificationsAfter(beginning)).toMatchObject([
      { orderId, what: "placed", coins: 350, totalCents: 1499 },
    ]);
    const before = await readNotificationCursor(db);
    const recordPayment = (height?: number) =>
      recordOutputs(db, {
        address,
        complete: true,
        rateCents: null,
        outputs: [seenOutput(sats, { txid: "ab".repeat(32), ...(height && { height }) })],
        policy,
        now,
      });
    await recordPayment();
    expect(await kindsAfter(before)).toEqual([]);
    await recordPayment(100);
    await setOrderStatus(db, { orderId, version: null, status: "completed", actor, now });
    expect(await kindsAfter(before)).toEqual(["paid"]);
    expect(await kindsAfter(await readNotificationCursor(db))).toEqual([]);
  });

  test("are at most 20, and none of deleted orders", async () => {
    const before = await readNotificationCursor(db);
    const orders = [];
    for (let n = 0; n < 22; n += 1) orders.push(await placedOrder(db, { now }));
    expect(await kindsAfter(before)).toHaveLength(20);
    expect(await readNotifications(db, before)).toMatchObject({ count: 22 });
    for (const { orderId } of orders.slice(0, 21))
      await deleteOrder(db, { orderId, version: null, actor, now });
    expect((await notificationsAfter(before)).map(({ orderId }) => orderId)).toEqual([
      orders[21]?.orderId,
    ]);
  });

  test("are returned once each, in whatever order transactions commit", async () => {
    const orderId = (await placedOrder(db, { now })).orderId;
    const history = fc.array(
      fc.record({ drawn: fc.nat(6), fate: fc.constantFrom("commit", "undo") }),
      {
        minLength: 1,
        maxLength: 30,
      },
    );
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        let cursor = await readNotificationCursor(db);
        const received: number[] = [];
        const poll = async () => {
          const page = await readNotifications(db, cursor);
          cursor = page.cursor;
          received.push(...page.notifications.map(({ id }) => id));
        };
        const pending: number[] = [];
        const committed: number[] = [];
        for (const { drawn, fate } of steps) {
          while (pending.length <= drawn) pending.push(await takeId(db));
          const [id = 0] = pending.splice(drawn, 1);
          if (fate === "commit") {
            await db
              .insert(orderEvents)
              .values({ id, orderId, type: "placed", data: { by: "customer" }, at: now });
            committed.push(id);
          }
          await poll();
        }
        expect(received).toEqual(committed);
      }),
      { numRuns: runs(25) },
    );
  });

  test("include an event whose transaction commits after later ones", async () => {
    const { orderId } = await placedOrder(db, { now });
    // The embedded database runs one transaction at a time.
    if (database.kind === "embedded") return;
    const cursor = await readNotificationCursor(db);
    const drawn = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    const slow = db.transaction(async (tx) => {
      await addEvent(tx, orderId, "payment", { from: "paid", to: "reversed" }, now);
      drawn.resolve();
      await late.promise;
    });
    await drawn.promise;
    await addEvent(db, orderId, "payment", { from: "pending", to: "paid" }, now);
    const first = await readNotifications(db, cursor);
    expect(first.notifications.map((one) => one.what)).toEqual(["paid"]);
    late.resolve();
    await slow;
    const second = await readNotifications(db, first.cursor);
    expect(second.notifications.map((one) => one.what)).toEqual(["reversed"]);
    expect(await notificationsAfter(second.cursor)).toEqual([]);
  });
});

/** Takes an id from the sequence, as an insert does, even one that is rolled back. */
async function takeId(db: Db): Promise<number> {
  const next = sql<number>`nextval(pg_get_serial_sequence('order_events', 'id'))::int`;
  const [row] = await db.select({ id: next }).from(sql`(select 1) as one`);
  return Number(row?.id);
}
