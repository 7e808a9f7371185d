import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { boss, insertBoss, insertOrder } from "../loyalty/test-orders.ts";
import { mails } from "../mail/tables.ts";
import { completeDelivery } from "./deliver.server.ts";
import { releaseOrders, takeOrder } from "./leases.server.ts";
import { deleteOrder, setOrderStatus } from "../orders/order-changes.server.ts";
import { findOrder, orderHistory } from "../orders/orders.server.ts";
import { orders } from "../orders/tables.ts";
import { undoStatusChange } from "./undo.server.ts";
import { readWorkList } from "./work-list.server.ts";
import { receipts } from "../payments/tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { eventually, startTestSandbox, type TestSandbox } from "../../tests/make.ts";
import { type DeliverResponse, readAdapter } from "./adapter.server.ts";
import { deliverAgain, recordResponse, STILL_PENDING } from "./deliveries.server.ts";
import { COMPLETED_BEFORE } from "./claim-deliveries.server.ts";
import { startDelivery } from "./delivery.jobs.server.ts";
import { readAdapterSecret } from "./secret.server.ts";
import {
  claimDue,
  configureAdapter,
  deliverDue,
  deliveryOf,
  MINUTES,
  onlyPaidOrder,
  policy,
} from "./test-delivery.ts";

/** The adapter remembers the orders of earlier tests, so each has another. */
let orderId = "";
let tests = 0;

describeOnBothDatabases("delivering by the adapter", (openFresh) => {
  let database: Database;
  let db: Db;
  let sandbox: TestSandbox;
  let now = new Date();
  const later = (ms: number) => addMs(now, ms);

  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    sandbox = await startTestSandbox();
    await configureAdapter(db, `${sandbox.url}/sandbox/delivery/adapter`);
    await sandbox.send("PUT", "/sandbox/delivery/secret", { secret: await readAdapterSecret(db) });
  });
  afterAll(async () => {
    await sandbox.close();
    await database.close();
  });
  beforeEach(async () => {
    now = new Date();
    tests += 1;
    orderId = `A${String(tests).padStart(6, "0")}`;
    await onlyPaidOrder(db, orderId, now);
  });
  afterEach(() => fault(null));

  const fault = (delivery: string | null) => sandbox.setFaults({ delivery });
  /** Calls since the last look; the sandbox outlives the orders of a test. */
  let seen = 0;
  const callsSince = async () => {
    const { calls } = await sandbox.get<{ calls: { calls: number }[] }>("/sandbox/delivery");
    const total = calls.reduce((sum, each) => sum + each.calls, 0);
    const before = seen;
    seen = total;
    return total - before;
  };
  const statusOf = async () => (await findOrder(db, orderId))?.status;
  const listed = async (at = now) =>
    (await readWorkList(db, { now: at })).orders.find(({ id }) => id === orderId)?.delivery;
  const mailed = async () =>
    (await db.select().from(mails).orderBy(asc(mails.key))).map(({ key }) => key);

  test("a paid order is completed with its mail, once, in the name of the adapter", async () => {
    expect(await deliverDue(db, now)).toBe(1);
    expect(await findOrder(db, orderId)).toMatchObject({ status: "completed", completedAt: now });
    expect(await mailed()).toEqual([`order-completed:${orderId}:2`]);
    expect((await orderHistory(db, orderId)).at(-1)).toMatchObject({
      type: "status",
      data: { from: "processing", to: "completed", by: "delivery adapter" },
    });
    expect(await deliveryOf(db, orderId)).toMatchObject({
      reference: `sandbox-${orderId}`,
      deliveredAt: now,
    });
    expect(await deliverDue(db, later(MINUTE_MS))).toBe(0);
  });

  describe("retries with the same id", () => {
    test.each(["500", "html-200", "cut-json"])("after the fault %s", async (name) => {
      await fault(name);
      await deliverDue(db, now);
      expect(await statusOf()).toBe("processing");
      expect(await listed()).toMatchObject({ progress: "retrying", reason: expect.any(String) });
      await fault(null);
      expect(await deliverDue(db, later(SECOND_MS))).toBe(0);
      expect(await deliverDue(db, later(3 * SECOND_MS))).toBe(1);
      expect(await statusOf()).toBe("completed");
    });

    test("after an answer that was too slow", async () => {
      await fault("timeout");
      await deliverDue(db, now, 100);
      expect(await listed()).toEqual({ progress: "retrying", reason: "No answer within 0.1 s" });
    });

    test("while it is pending, and gives up at the deadline", async () => {
      await fault("late");
      await deliverDue(db, now);
      expect(await listed()).toEqual({ progress: "pending", reason: null });
      for (let at = 1; at <= MINUTES * 60 + 30; at += 30)
        await deliverDue(db, later(at * SECOND_MS));
      expect(await listed()).toEqual({ progress: "failed", reason: STILL_PENDING });
      expect(await deliverDue(db, later(2 * MINUTES * MINUTE_MS))).toBe(0);
    });
  });

  test("a refused order stays on the list with its reason, until it is tried again", async () => {
    await fault("refuse");
    await deliverDue(db, now);
    expect(await listed()).toEqual({
      progress: "failed",
      reason: "The account cannot receive coins",
    });
    expect(await deliverDue(db, later(10 * MINUTE_MS))).toBe(0);
    await fault(null);
    const again = () => deliverAgain(db, { orderId, actor: boss, now });
    expect(await deliverAgain(db, { orderId, actor: { ...boss, id: null }, now })).toEqual({
      ok: false,
      error: "forbidden",
    });
    expect(await again()).toMatchObject({ ok: true });
    expect(await again()).toEqual({ ok: false, error: "unchanged" });
    expect(await deliverDue(db, now)).toBe(1);
    expect(await statusOf()).toBe("completed");
  });

  test("texts of the adapter are stored as one line without invisible characters", async () => {
    const [claimed] = await claimDue(db, now);
    if (!claimed) throw new Error("nothing was claimed");
    const adapter = await readAdapter(db);
    expect(adapter?.secret).toMatch(/^whsec_/);
    const response = { ok: true, value: { result: "refused", reason: "no" } } as const;
    await recordResponse(db, { ...claimed, attempt: claimed.attempt - 1 }, response, now);
    expect(await listed(), "of a claim that has expired").toMatchObject({ progress: "calling" });
    await recordResponse(db, claimed, response, now);
    expect(await listed()).toEqual({ progress: "failed", reason: "no" });
  });

  test("after a crash in the call it is made again, and completes once", async () => {
    const [claimed] = await claimDue(db, now);
    expect(claimed).toMatchObject({ orderId, attempt: 1, coins: expect.any(Number) });
    expect(await claimDue(db, later(29 * SECOND_MS))).toEqual([]);
    const [second] = await claimDue(db, later(31 * SECOND_MS));
    expect(second).toMatchObject({ ...claimed, attempt: 2 });
    const delivered = { ok: true, value: { result: "delivered" } } as const;
    // The answer to the first call arrives as well.
    for (const each of [claimed, second]) await recordResponse(db, each ?? never(), delivered, now);
    expect(await mailed()).toHaveLength(1);
    const changes = (await orderHistory(db, orderId)).filter(({ type }) => type === "status");
    expect(changes).toHaveLength(1);
  });

  describe("does not deliver an order", () => {
    beforeEach(callsSince);
    const expectNotCalled = async () => {
      expect(await deliverDue(db, later(SECOND_MS))).toBe(0);
      expect(await callsSince()).toBe(0);
    };

    test("that somebody has taken, until they release it", async () => {
      await takeOrder(db, { orderId, actor: boss, now });
      await expectNotCalled();
      await releaseOrders(db, boss);
      expect(await deliverDue(db, later(2 * SECOND_MS))).toBe(1);
    });

    test("that is completed, rejected or deleted between two calls", async () => {
      await fault("500");
      await deliverDue(db, now);
      await callsSince();
      await fault(null);
      const change = { orderId, version: null, actor: boss, now };
      await setOrderStatus(db, { ...change, status: "rejected" });
      expect(await deliverDue(db, later(MINUTE_MS))).toBe(0);
      expect(await deliveryOf(db, orderId)).toMatchObject({ nextAttemptAt: null, failedAt: null });
      await deleteOrder(db, change);
      await expectNotCalled();
    });

    test("that was rejected, until it is processing again", async () => {
      const change = { orderId, version: null, actor: boss, now };
      await setOrderStatus(db, { ...change, status: "rejected" });
      await expectNotCalled();
      await setOrderStatus(db, { ...change, status: "processing" });
      expect(await deliverDue(db, later(2 * SECOND_MS))).toBe(1);
    });

    test("whose completion by hand was undone: it may have its coins", async () => {
      const change = { orderId, actor: boss, now: later(1) };
      await completeDelivery(db, { ...change, version: 1, confirmed: false });
      expect(await undoStatusChange(db, { ...change, version: 2 })).toMatchObject({ ok: true });
      await expectNotCalled();
      expect(await listed()).toEqual({ progress: "failed", reason: COMPLETED_BEFORE });
      await deliverAgain(db, { orderId, actor: boss, now: later(SECOND_MS) });
      expect(await deliverDue(db, later(SECOND_MS))).toBe(1);
    });

    test.each(["reversed", "review"] as const)("whose payment is %s", async (paymentStatus) => {
      await db.update(orders).set({ paymentStatus });
      await expectNotCalled();
    });

    test("whose payment is disputed, until the dispute is won", async () => {
      const order = await findOrder(db, orderId);
      await db.insert(receipts).values({
        method: "stripe",
        reference: "pi_1",
        checkoutId: order?.checkoutId,
        cents: 1499,
        currency: "USD",
        receivedAt: now,
        recordedAt: now,
        dispute: "open",
      });
      await expectNotCalled();
      await db.update(receipts).set({ dispute: "won" });
      expect(await deliverDue(db, later(2 * MINUTE_MS))).toBe(1);
    });
  });

  test("completing by hand asks first while the adapter may be delivering", async () => {
    await claimDue(db, now);
    const change = { orderId, version: 1, actor: boss, now };
    expect(await completeDelivery(db, { ...change, confirmed: false })).toEqual({
      ok: false,
      error: "under-way",
    });
    expect(await completeDelivery(db, { ...change, confirmed: true })).toMatchObject({ ok: true });
    // Then the answer of the adapter changes nothing.
    const value: DeliverResponse = { result: "delivered" };
    await recordResponse(db, { orderId, attempt: 1 }, { ok: true, value }, later(SECOND_MS));
    expect(await mailed()).toHaveLength(1);
  });

  test("several instances deliver each of many orders once, though answers are lost", async () => {
    for (let index = 1; index < 30; index += 1) {
      const id = orderId.replace(/^A/, "B").slice(0, 4) + String(index).padStart(3, "0");
      await insertOrder(db, { ...paid(now), id, buyer: `buyer${index}` });
    }
    await fault("lost-answer");
    const instances = Array.from({ length: 2 }, () =>
      startDelivery(db, { policy, log: () => undefined }),
    );
    await eventually(async () => (await deliveryOf(db, orderId))?.attempts).toBeGreaterThan(0);
    await eventually(() => instances.some(({ healthy }) => !healthy(new Date()))).toBe(true);
    await fault(null);
    await eventually(() => db.$count(orders, eq(orders.status, "completed"))).toBe(30);
    await eventually(() => instances.every(({ healthy }) => healthy(new Date()))).toBe(true);
    await Promise.all(instances.map(({ stop }) => stop()));
    expect(await mailed()).toHaveLength(30);
  });
});

function paid(at: Date) {
  return {
    status: "processing",
    paymentStatus: "paid",
    createdAt: at,
    settledAt: at,
  } as const;
}

function never(): never {
  throw new Error("nothing was claimed");
}
