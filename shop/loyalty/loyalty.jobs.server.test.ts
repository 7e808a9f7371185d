import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { ledger, ledgerCursor } from "./tables.ts";
import { orderEvents, orders } from "../orders/tables.ts";
import { settings } from "../settings/tables.ts";
import { setOrderStatus } from "../orders/order-changes.server.ts";
import { localDate } from "#lib/days.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { collectLines } from "../../tests/log.ts";
import { eventually } from "../../tests/make.ts";
import { startLoyalty } from "./loyalty.jobs.server.ts";
import { insertOrder, insertUser, boss, insertBoss } from "./test-orders.ts";

describeOnBothDatabases("the loyalty job", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());

  const running: ReturnType<typeof startLoyalty>[] = [];
  const lines: string[] = [];
  const start = () => {
    const loyalty = startLoyalty(db, { log: collectLines(lines) });
    running.push(loyalty);
    return loyalty;
  };
  const stopAll = () => Promise.all(running.splice(0).map(({ stop }) => stop()));
  beforeEach(async () => {
    lines.length = 0;
    await db.execute(
      sql`truncate checkouts, users, settings, ledger_cursor restart identity cascade`,
    );
    await insertUser(db, { id: "kim" });
    await insertBoss(db);
  });
  afterEach(stopAll);

  const points = async () =>
    (await db.select().from(ledger).orderBy(ledger.id)).map((row) => row.points);
  const cursor = async () => (await db.select().from(ledgerCursor))[0]?.lastEventId;
  const event = (id: number, orderId: string, at = new Date()) =>
    db.insert(orderEvents).values({ id, orderId, type: "status", at });
  const longAgo = new Date("2026-03-11T12:00:00Z");

  test("processes events from before and after its start", async () => {
    await insertOrder(db, { id: "A", buyer: "kim", status: "pending" });
    const setStatus = (status: "completed" | "rejected") =>
      setOrderStatus(db, { orderId: "A", status, version: null, actor: boss, now: new Date() });
    await setStatus("completed");
    const { wake } = start();
    await eventually(points).toEqual([140]);
    await setStatus("rejected");
    wake();
    await eventually(points).toEqual([140, -140]);
    await setStatus("completed");
    await eventually(points).toEqual([140, -140, 140]);
    expect(lines).toEqual([]);
  });

  test("an order whose email was corrected counts for the account of its new address, and no longer for the other", async () => {
    await insertUser(db, { id: "ada" });
    await insertUser(db, { id: "lea", referredBy: "ada" });
    for (const id of ["A", "B"]) {
      await insertOrder(db, {
        id,
        buyer: "lea",
        createdAt: new Date(`2026-03-1${id === "A" ? 1 : 2}`),
      });
      await event(id === "A" ? 1 : 2, id);
    }
    const { wake } = start();
    const sums = async () => {
      const rows = await db.select().from(ledger);
      const of = (id: string) => rows.filter((row) => row.userId === id);
      const sum = (id: string) => of(id).reduce((all, { points: p, cents }) => all + p + cents, 0);
      const rewards = new Map<string, number>();
      for (const { orderId, cents } of of("ada"))
        rewards.set(orderId ?? "", (rewards.get(orderId ?? "") ?? 0) + cents);
      const rewarded = Object.fromEntries(rewards);
      return { kim: sum("kim"), lea: sum("lea"), rewarded };
    };
    await eventually(sums).toEqual({ kim: 0, lea: 280, rewarded: { A: 75 } });
    await db.update(orders).set({ email: "Kim@example.com" }).where(eq(orders.id, "A"));
    const data = { from: "Lea@example.com", to: "Kim@example.com", by: "customer" };
    await db
      .insert(orderEvents)
      .values({ id: 3, orderId: "A", type: "email", data, at: new Date() });
    wake();
    // The friend's first order is now the other one.
    await eventually(sums).toEqual({ kim: 140, lea: 140, rewarded: { A: 0, B: 75 } });
  });

  test("processes an event that becomes visible after ones with higher ids", async () => {
    await insertOrder(db, { id: "A", buyer: "kim" });
    await insertUser(db, { id: "lea" });
    await insertOrder(db, { id: "B", buyer: "lea", totalCents: 200 });
    const { wake } = start();
    await event(8, "A");
    wake();
    await eventually(points).toEqual([140]);
    await event(7, "B");
    wake();
    await eventually(points).toEqual([140, 20]);
    expect(await cursor()).toBeUndefined();
  });

  test("advances the cursor past old events, shared by two instances", async () => {
    for (const id of ["A", "B"]) await insertOrder(db, { id, buyer: "kim", totalCents: 200 });
    await db.insert(orderEvents).values(
      Array.from({ length: 1200 }, (_, i) => ({
        orderId: i === 1199 ? "B" : "A",
        type: "status" as const,
        at: longAgo,
      })),
    );
    start();
    start();
    await eventually(cursor).toBe(1200);
    expect(await points()).toEqual([20, 20]);
    await stopAll();
    await insertOrder(db, { id: "C", buyer: "kim", totalCents: 300 });
    await insertOrder(db, { id: "D", buyer: "kim", totalCents: 400 });
    await event(1200 + 1, "D", longAgo);
    start();
    // The orders of one email are one case: C comes along without an event.
    await eventually(cursor).toBe(1201);
    expect((await points()).toSorted((a, b) => a - b)).toEqual([20, 20, 30, 40]);
  });

  test("logs a failure and retries; birthdays are granted meanwhile", async () => {
    await insertUser(db, { id: "ada", birthday: localDate(new Date(), "UTC") });
    await insertOrder(db, { id: "A", buyer: "kim" });
    await event(1, "A");
    await db.insert(settings).values({ name: "timeZone", value: "Moon/Tycho" });
    const { wake } = start();
    await eventually(() => lines.filter((line) => line.includes("Moon/Tycho")).length).toBe(2);
    expect(await points()).toEqual([]);
    await db.delete(settings);
    wake();
    await eventually(async () => (await points()).toSorted((a, b) => a - b)).toEqual([100, 140]);
  });
});
