import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import { startTelegram, type Telegram } from "../../tests/telegram.ts";
import { auditLog } from "../audit/tables.ts";
import { boss, insertBoss, insertOrder } from "../loyalty/test-orders.ts";
import { createHealthWatch } from "../operations/alerts.server.ts";
import { deleteOrder } from "../orders/order-changes.server.ts";
import { addEvent } from "../orders/orders.server.ts";
import { orders } from "../orders/tables.ts";
import { updateReview } from "../payments/review/review-queue.server.ts";
import { receipts } from "../payments/tables.ts";
import { settings } from "../settings/tables.ts";
import { type NotificationEvent, notificationEvents } from "./notification.ts";
import { send } from "./notifications.jobs.server.ts";
import { claimNotifications, deleteOldNotifications, holdNotifications } from "./queue.server.ts";
import { queueQuestions } from "./questions.server.ts";
import { notifications, notificationTargets } from "./tables.ts";
import { readVapidKeys, type VapidKeys } from "./web-push.server.ts";
import { createTarget, deleteTarget, listTargets, testTarget } from "./targets.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const hours = (count: number) => count * 3600;
const bot = { token: `123456:${"A".repeat(35)}`, chatId: "-1001" };
const policy = { allowPrivate: true, httpsOnly: false };

describeWhereDatabasesDiffer("notifications", (openFresh) => {
  let database: Database;
  let db: Db;
  let telegram: Telegram;
  let vapid: VapidKeys;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    vapid = await readVapidKeys(db);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.execute(sql`truncate checkouts, notification_targets, audit_log, settings cascade`);
    await insertOrder(db, { id: "AAAAAAA", buyer: "mira", status: "pending" });
    telegram = await startTelegram(bot);
  });
  afterEach(() => telegram.close());

  const add = async (events: NotificationEvent[] = [...notificationEvents]) => {
    const config = { kind: "telegram" as const, server: telegram.url, ...bot };
    const values = { config, events };
    const made = await createTarget(db, { values, policy, actor: boss, now: start });
    expect(made.ok).toBe(true);
    const [target] = (await listTargets(db, null)).slice(-1);
    return target?.id ?? 0;
  };
  const sendDue = async (now: Date) => {
    for (const { target, batch } of await claimNotifications(db, now))
      await send(db, target, batch, {
        policy,
        appUrl: "https://shop.example",
        vapid,
        log: () => undefined,
        timeoutMs: 2000,
        clock: () => now,
      });
  };
  const status = (from: string, to: string, seconds: number) =>
    addEvent(db, "AAAAAAA", "status", { from, to, by: "payment" }, at(seconds));
  const texts = () => telegram.messages.map(({ text }) => text.split("\n").slice(1, -1).join("; "));
  const queued = async () =>
    (await db.select().from(notifications).orderBy(notifications.position)).map(({ type }) => type);

  test("what happens to an order is queued once for each target that wants it, and sent once", async () => {
    await add();
    await add(["order.waiting"]);
    await status("pending", "processing", 0);
    await addEvent(db, "AAAAAAA", "payment", { from: "paid", to: "reversed" }, at(1));
    await addEvent(db, "AAAAAAA", "payment", { from: "pending", to: "detected" }, at(2));
    expect(await queued()).toEqual(["order.waiting", "order.waiting", "payment.review"]);
    await sendDue(at(3));
    await sendDue(at(hours(1)));
    expect(texts().toSorted()).toEqual([
      "Order AAAAAAA is paid and waiting: 70 coins",
      "Order AAAAAAA is paid and waiting: 70 coins; The payment of order AAAAAAA was reversed",
    ]);
    expect(telegram.messages.map(({ text }) => text).join()).not.toContain("mira");
  });

  test("a payment without an order is queued when it comes under review", async () => {
    await add();
    const [order] = await db.select({ checkoutId: orders.checkoutId }).from(orders);
    const receipt = {
      method: "stripe",
      cents: 500,
      currency: "USD",
      receivedAt: at(0),
      recordedAt: at(0),
    } as const;
    const stored = await db
      .insert(receipts)
      .values([
        { ...receipt, reference: "pi_1" },
        { ...receipt, reference: "pi_2", checkoutId: order?.checkoutId },
      ])
      .returning({ receiptId: receipts.id });
    const amounts = { dueSats: null, receivedSats: 0, missingSats: 0, excessSats: 0 };
    for (const subject of stored)
      await updateReview(db, subject, { reason: "unclaimed", now: at(0), ...amounts });
    await sendDue(at(1));
    expect(texts()).toEqual(["A payment without an order needs a decision"]);
    expect(telegram.messages.map(({ text }) => text).join()).toContain("/admin/review");
  });

  test("an event whose transaction is rolled back queues nothing", async () => {
    await add();
    const undone = db.transaction(async (tx) => {
      await addEvent(tx, "AAAAAAA", "status", { from: "pending", to: "processing" }, at(0));
      throw new Error("the power went");
    });
    await expect(undone).rejects.toThrow("the power went");
    expect(await queued()).toEqual([]);
  });

  test("an order that has moved on no longer waits; a deleted one has no news", async () => {
    await add();
    await status("pending", "processing", 0);
    await status("processing", "completed", 1);
    expect(await queued()).toEqual([]);
    // Undone, which the administrator knows.
    await status("completed", "processing", 2);
    expect(await queued()).toEqual([]);
    await addEvent(db, "AAAAAAA", "payment", { to: "review" }, at(3));
    expect(await queued()).toEqual(["payment.review"]);
    await deleteOrder(db, { orderId: "AAAAAAA", version: null, actor: boss, now: at(4) });
    expect(await queued()).toEqual([]);
  });

  test("in quiet hours all wait but tests, and come as one message at their end", async () => {
    await db.insert(settings).values([
      { name: "quietHours", value: true },
      { name: "quietFrom", value: "07:30" },
      { name: "quietTo", value: "09:00" },
    ]);
    const id = await add();
    await status("pending", "processing", 0);
    await sendDue(at(1));
    await addEvent(db, "AAAAAAA", "payment", { to: "review" }, at(600));
    await sendDue(at(601));
    expect(telegram.messages).toEqual([]);
    await testTarget(db, { id, actor: boss, now: at(700) });
    await sendDue(at(701));
    expect(texts()).toEqual(["This is a test. Notifications arrive here."]);
    await sendDue(at(hours(1) - 1));
    expect(telegram.messages).toHaveLength(1);
    await sendDue(at(hours(1)));
    expect(texts().slice(1)).toEqual([
      "Order AAAAAAA is paid and waiting: 70 coins; The payment of order AAAAAAA needs a decision",
    ]);
  });

  test("an unanswered message is sent after the time that is set, once; an answered one is not", async () => {
    await db.insert(settings).values({ name: "questionMinutes", value: 30 });
    await add();
    const asked = (side: "shop" | null, seconds: number) =>
      db
        .update(orders)
        .set({ awaitedFrom: side, awaitedSince: side && at(seconds) })
        .where(eq(orders.id, "AAAAAAA"));
    await asked("shop", 60);
    await queueQuestions(db, at(60 + 1799));
    expect(await queued()).toEqual([]);
    for (const seconds of [1860, 1861, 9000]) await queueQuestions(db, at(seconds));
    expect(await queued()).toEqual(["question.unanswered"]);
    await asked(null, 0);
    await sendDue(at(9001));
    expect(telegram.messages).toEqual([]);
    await asked("shop", 9100);
    await queueQuestions(db, at(9100 + 1800));
    await sendDue(at(9100 + 1801));
    expect(texts()).toEqual([
      "A message on order AAAAAAA has waited for an answer since 20 Nov 2026, 10:31 UTC",
    ]);
    // From before the target.
    await asked("shop", -60);
    await queueQuestions(db, at(hours(9)));
    expect(await queued()).toEqual(["question.unanswered"]);
  });

  test("a service that is down is sent once, also by two instances", async () => {
    await add();
    const up = { price: true, chain: true, hosts: true, lightning: true, housekeeping: true };
    for (const watch of [createHealthWatch(db), createHealthWatch(db)])
      for (const minutes of [0, 5, 6]) await watch({ ...up, delivery: false }, at(minutes * 60));
    await sendDue(at(400));
    expect(texts()).toEqual([
      "The delivery adapter does not answer (since 20 Nov 2026, 08:00 UTC)",
    ]);
  });

  test("a failure is retried later and said; a limit is waited for; none is lost", async () => {
    await add();
    telegram.setFaults({ blocked: true });
    await status("pending", "processing", 0);
    await sendDue(at(1));
    expect(await listTargets(db, null)).toMatchObject([
      {
        failures: 1,
        lastError: "Answered 403: Forbidden: bot was blocked by the user",
        waiting: 1,
      },
    ]);
    telegram.setFaults({ blocked: false, retryAfter: 120 });
    await sendDue(at(8));
    await addEvent(db, "AAAAAAA", "payment", { to: "review" }, at(9));
    telegram.setFaults({ retryAfter: 0 });
    await sendDue(at(8 + 119));
    expect(texts()).toEqual(["The payment of order AAAAAAA needs a decision"]);
    await sendDue(at(8 + 121));
    expect(texts()[1]).toBe("Order AAAAAAA is paid and waiting: 70 coins");
    expect(await listTargets(db, null)).toMatchObject([
      { failures: 0, lastError: null, waiting: 0 },
    ]);
  });

  test("a failure of a day is given up", async () => {
    await add();
    telegram.setFaults({ blocked: true });
    await status("pending", "processing", 0);
    await sendDue(at(0));
    await sendDue(at(hours(24)));
    expect(await listTargets(db, null)).toMatchObject([{ failures: 2, waiting: 0 }]);
    await sendDue(at(hours(48)));
    expect(await listTargets(db, null)).toMatchObject([{ failures: 2 }]);
  });

  test("a claim excludes other instances until it expires, when a crash lost its outcome", async () => {
    await add();
    await status("pending", "processing", 0);
    const claims = await Promise.all([
      claimNotifications(db, at(1)),
      claimNotifications(db, at(1)),
    ]);
    expect(claims.flat()).toHaveLength(1);
    expect(await claimNotifications(db, at(30))).toEqual([]);
    await sendDue(at(31));
    expect(telegram.messages).toHaveLength(1);
  });

  test("only administrators change targets; a removed one takes what waits with it", async () => {
    const id = await add();
    await status("pending", "processing", 0);
    const stranger = { ...boss, id: "nobody" };
    const forbidden = { ok: false, error: "forbidden" };
    expect(await deleteTarget(db, { id, actor: stranger, now: at(1) })).toEqual(forbidden);
    expect(await testTarget(db, { id, actor: stranger, now: at(1) })).toEqual(forbidden);
    expect(await deleteTarget(db, { id, actor: boss, now: at(1) })).toMatchObject({ ok: true });
    expect(await queued()).toEqual([]);
    expect(await testTarget(db, { id, actor: boss, now: at(1) })).toEqual({
      ok: false,
      error: "not-found",
    });
    const entries = JSON.stringify(await db.select().from(auditLog));
    expect(entries).toContain("notification.deleted");
    expect(entries).not.toContain(bot.token);
  });

  test("a target inside the shop's own network is refused", async () => {
    const config = { kind: "telegram" as const, server: telegram.url, ...bot };
    const values = { config, events: [...notificationEvents] };
    const strict = { allowPrivate: false, httpsOnly: false };
    expect(await createTarget(db, { values, policy: strict, actor: boss, now: start })).toEqual({
      ok: false,
      error: "private",
    });
  });

  test("after a restore what waited is not sent; old rows are deleted", async () => {
    await add();
    await status("pending", "processing", 0);
    expect(await holdNotifications(db, at(1))).toBe(1);
    await sendDue(at(2));
    expect(telegram.messages).toEqual([]);
    await deleteOldNotifications(db, at(hours(29 * 24)));
    expect(await db.$count(notifications)).toBe(1);
    await deleteOldNotifications(db, at(hours(31 * 24)));
    expect(await db.$count(notifications)).toBe(0);
    expect(await db.$count(notificationTargets)).toBe(1);
  });
});
