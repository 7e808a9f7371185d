import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from "#lib/time.ts";
import { insertOrder } from "../loyalty/test-orders.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { orders } from "./tables.ts";
import { placeInQueue, recentWaitTimes, waitTimesOf, waitTimesSince } from "./wait-times.server.ts";

// 23:30 in Berlin.
const evening = new Date("2026-11-20T22:30:00Z");

describeOnBothDatabases("wait times", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());

  test("are the median and the 95th percentile from paid to completed", async () => {
    expect(await waitTimesSince(db, evening)).toBeNull();
    const insert = (id: string, waited: number, values: object = {}) =>
      insertOrder(db, {
        id,
        buyer: "mira",
        settledAt: addMs(evening, -waited * MINUTE_MS),
        completedAt: evening,
        ...values,
      });
    for (const [index, waited] of [1, 2, 3, 4, 101].entries())
      await insert(`WAIT00${index}`, waited);
    await insert("UNPAID1", 0, { settledAt: null });
    await insert("PAYLATE", -5);
    await insert("DELETED", 500, { deletedAt: evening });
    await insert("OPENED1", 500, { status: "processing", completedAt: null });
    await insert("NEXTDAY", 60, { completedAt: addMs(evening, 31 * MINUTE_MS) });

    const day = { from: "2026-11-20", to: "2026-11-20" };
    const waits = await waitTimesOf(db, day, "Europe/Berlin");
    expect(waits).toMatchObject({ orders: 5, medianMinutes: 3 });
    expect(waits?.p95Minutes).toBeCloseTo(81.6);
    expect(await waitTimesOf(db, day, "UTC")).toMatchObject({ orders: 6, medianMinutes: 3.5 });
    expect(await waitTimesSince(db, addMs(evening, 1))).toEqual({
      orders: 1,
      medianMinutes: 91,
      p95Minutes: 91,
    });
  });

  test("are read once an hour, for the last 30 days", async () => {
    const recent = recentWaitTimes(db);
    const before = await recent(evening);
    expect(before?.orders).toBe(6);
    await db.update(orders).set({ completedAt: null }).where(eq(orders.id, "WAIT000"));
    expect(await recent(addMs(evening, MINUTE_MS))).toEqual(before);
    expect((await recent(addMs(evening, HOUR_MS)))?.orders).toBe(5);
    expect(await recent(addMs(evening, 31 * DAY_MS))).toBeNull();
  });

  test("a buyer's place in the queue counts where 2 to 50 wait", async () => {
    await db.update(orders).set({ status: "completed" });
    const ids = Array.from({ length: 51 }, (_, n) => `QUEUE${String(n).padStart(2, "0")}`);
    const add = async (some: readonly string[]) => {
      for (const id of some)
        await insertOrder(db, {
          id,
          buyer: "mira",
          status: "processing",
          createdAt: addMs(evening, ids.indexOf(id) * MINUTE_MS),
          settledAt: evening,
        });
    };
    await add(ids.slice(0, 1));
    expect(await placeInQueue(db, "QUEUE00")).toBeNull();
    await add(ids.slice(1, 50));
    expect(await placeInQueue(db, "QUEUE00")).toBe(1);
    expect(await placeInQueue(db, "QUEUE49")).toBe(50);
    expect(await placeInQueue(db, "WAIT001")).toBeNull();
    await add(ids.slice(50));
    expect(await placeInQueue(db, "QUEUE00")).toBeNull();
  });
});
