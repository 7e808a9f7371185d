import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import { boss, insertBoss, insertOrder } from "../loyalty/test-orders.ts";
import { paymentReviews } from "../payments/review/tables.ts";
import { receipts } from "../payments/tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { setOrderStatus } from "../orders/order-changes.server.ts";
import { findOrder } from "../orders/orders.server.ts";
import { orders } from "../orders/tables.ts";
import { seedPackages } from "../catalog/package.ts";
import { readWorkList } from "./work-list.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const minute = (count: number) => addMs(start, count * MINUTE_MS);
const now = minute(120);

describeOnBothDatabases("the work list", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.execute(sql`truncate checkouts, audit_log cascade`);
  });

  const insertPaid = (
    id: string,
    order: Partial<typeof orders.$inferInsert> & { buyer?: string } = {},
  ) =>
    insertOrder(db, {
      id,
      buyer: `buyer${id}`,
      status: "processing",
      paymentStatus: "paid",
      createdAt: start,
      settledAt: start,
      ...order,
    });
  const warnings = async () => {
    const { orders: listed } = await readWorkList(db, { now });
    return Object.fromEntries(listed.map((order) => [order.id, order.warnings]));
  };

  test("has the orders in processing, oldest first, in pages", async () => {
    await insertPaid("CCCCCCC", { createdAt: minute(2), settledAt: null });
    await insertPaid("AAAAAAA", { settledAt: minute(90) });
    await insertPaid("BBBBBBB", { tiktokUid: "7000000000000000001", note: "asked twice" });
    await insertPaid("DDDDDDD", { status: "pending" });
    await insertPaid("EEEEEEE", { deletedAt: now });
    const first = await readWorkList(db, { limit: 2, now });
    expect(first).toMatchObject({
      next: "BBBBBBB",
      orders: [
        { id: "AAAAAAA", minutes: 30, coins: 70, tiktokUid: null, taken: null },
        { id: "BBBBBBB", minutes: 120, tiktokUid: "7000000000000000001", note: "asked twice" },
      ],
    });
    // The place remains when its order has left the list.
    await setOrderStatus(db, {
      orderId: "BBBBBBB",
      version: null,
      status: "completed",
      actor: boss,
      now,
    });
    const second = await readWorkList(db, { after: "BBBBBBB", limit: 2, now });
    expect(second).toMatchObject({ next: null, orders: [{ id: "CCCCCCC", minutes: 118 }] });
    expect((await readWorkList(db, { after: "ZZZZZZZ", now })).orders).toHaveLength(2);
  });

  test("is divided by package, in pages, too", async () => {
    const large = { package: { ...seedPackages[0]!, id: "2", coins: 350 } };
    await insertPaid("AAAAAAA", large);
    await insertPaid("BBBBBBB");
    await insertPaid("CCCCCCC", { ...large, createdAt: minute(2) });
    await insertPaid("DDDDDDD", { ...large, status: "completed" });
    await insertPaid("EEEEEEE", { ...large, deletedAt: now });
    const batch = await readWorkList(db, { coins: 350, limit: 1, now });
    expect(batch).toMatchObject({
      orders: [{ id: "AAAAAAA" }],
      next: "AAAAAAA",
      batches: [
        { coins: 70, count: 1 },
        { coins: 350, count: 2 },
      ],
    });
    expect(await readWorkList(db, { coins: 350, after: "AAAAAAA", now })).toMatchObject({
      orders: [{ id: "CCCCCCC" }],
      next: null,
    });
    expect((await readWorkList(db, { coins: 700, now })).orders).toEqual([]);
  });

  test("counts a customer's completed orders, in any case of the address", async () => {
    await insertOrder(db, { id: "OLDER01", buyer: "mira", email: "Mira@Example.com" });
    await insertOrder(db, { id: "OLDER02", buyer: "mira" });
    await insertOrder(db, { id: "OLDER03", buyer: "mira", status: "rejected" });
    await insertPaid("AAAAAAA", { buyer: "mira" });
    await insertPaid("BBBBBBB");
    const { orders: listed } = await readWorkList(db, { now });
    expect(listed.map(({ id, completed }) => [id, completed])).toEqual([
      ["AAAAAAA", 2],
      ["BBBBBBB", 0],
    ]);
  });

  test("warns of large amounts by the median of completed orders, and of a first one", async () => {
    await insertPaid("LARGE01", { totalCents: 5996 });
    expect(await warnings()).toEqual({ LARGE01: [] });
    for (const [index, totalCents] of [299, 1499, 99_999].entries())
      await insertOrder(db, {
        id: `DONE00${index}`,
        buyer: "mira",
        totalCents,
        completedAt: minute(index),
      });
    await insertPaid("LARGE02", { buyer: "mira", totalCents: 5996 });
    await insertPaid("SMALL01", { totalCents: 5995 });
    expect(await warnings()).toEqual({
      LARGE01: ["first-large"],
      LARGE02: ["large"],
      SMALL01: [],
    });
  });

  test("warns of many paid orders for a username within a day", async () => {
    const day = 24 * 60;
    await insertPaid("SAME001", { tiktokUsername: "Mira.Holt" });
    await insertPaid("SAME002", { tiktokUsername: "mira.holt", createdAt: minute(day) });
    await insertPaid("SAME003", { tiktokUsername: "mira.holt", createdAt: minute(day + 1) });
    await insertOrder(db, {
      id: "UNPAID1",
      buyer: "x",
      tiktokUsername: "mira.holt",
      status: "pending",
      createdAt: start,
    });
    expect(await warnings()).toEqual({ SAME001: [], SAME002: ["many"], SAME003: [] });
  });

  test("warns of money that is missing, in review or disputed", async () => {
    await insertPaid("UNPAID1", { paymentStatus: "detected" });
    await insertPaid("REVERSE", { paymentStatus: "reversed" });
    await insertPaid("REVIEW1", { paymentStatus: "review" });
    await insertPaid("REVIEW2");
    await insertPaid("DISPUTE");
    const checkoutOf = async (id: string) => {
      const order = await findOrder(db, id);
      if (!order) throw new Error(`order ${id} does not exist`);
      return order.checkoutId;
    };
    const review = { receivedSats: 1, missingSats: 0, excessSats: 0, since: now };
    await db
      .insert(paymentReviews)
      .values({ checkoutId: await checkoutOf("REVIEW2"), reason: "overpaid", ...review });
    await db.insert(receipts).values({
      checkoutId: await checkoutOf("DISPUTE"),
      method: "stripe",
      reference: "pi_1",
      cents: 1499,
      currency: "USD",
      dispute: "open",
      receivedAt: start,
      recordedAt: start,
    });
    expect(await warnings()).toEqual({
      UNPAID1: ["unpaid"],
      REVERSE: ["disputed"],
      REVIEW1: ["review"],
      REVIEW2: ["review"],
      DISPUTE: ["disputed"],
    });
  });
});
