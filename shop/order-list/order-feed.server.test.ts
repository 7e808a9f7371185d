import { afterAll, beforeAll, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import type { Database, Db } from "#db/client.server.ts";
import { orders } from "../orders/tables.ts";
import { insertOrder } from "../loyalty/test-orders.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { type FeedFilter, feedOrders } from "./order-feed.server.ts";
import type { OrderSort } from "./order-list.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const newest: OrderSort = { by: "created", descending: true };
const oldest: OrderSort = { by: "created", descending: false };
const updated: OrderSort = { by: "updated", descending: false };

describeOnBothDatabases("orders as programs read them", (openFresh) => {
  let database: Database;
  let db: Db;
  let count = 0;
  const add = async (values: Partial<typeof orders.$inferInsert>) => {
    count += 1;
    const id = `ORD${String(count).padStart(4, "0")}`;
    await insertOrder(db, { id, buyer: "mira", status: "pending" });
    await db.update(orders).set(values).where(eq(orders.id, id));
    return id;
  };
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    for (let i = 0; i < 7; i += 1)
      await add({
        // Pages of two orders.
        createdAt: at(Math.floor(i / 2)),
        updatedAt: at(100 - i),
        status: i % 2 ? "processing" : "completed",
        paymentStatus: i < 3 ? "paid" : "overpaid",
        tiktokUsername: `name.${i}`,
      });
  });
  afterAll(() => database.close());

  const read = async (sort: OrderSort, filter: FeedFilter, limit: number) => {
    const pages: string[][] = [];
    let after: Parameters<typeof feedOrders>[1]["after"] = null;
    do {
      const page = await feedOrders(db, { filter, sort, after, limit });
      pages.push(page.orders.map(({ id }) => id.slice(-1)));
      after = page.next;
    } while (after);
    return pages;
  };

  test("come page by page, each once, along each sort", async () => {
    expect(await read(newest, {}, 3)).toEqual([["7", "6", "5"], ["4", "3", "2"], ["1"]]);
    expect(await read(oldest, {}, 4)).toEqual([
      ["1", "2", "3", "4"],
      ["5", "6", "7"],
    ]);
    expect(await read(updated, {}, 7)).toEqual([["7", "6", "5", "4", "3", "2", "1"]]);
    expect(await read(updated, {}, 1)).toHaveLength(7);
  });

  test("match all filters", async () => {
    expect(await read(oldest, { status: "processing" }, 9)).toEqual([["2", "4", "6"]]);
    expect(await read(oldest, { paymentStatus: "paid" }, 9)).toEqual([["1", "2", "3"]]);
    expect(await read(oldest, { status: "processing", paymentStatus: "paid" }, 9)).toEqual([["2"]]);
    expect(await read(oldest, { createdFrom: at(2) }, 9)).toEqual([["5", "6", "7"]]);
    expect(await read(updated, { updatedFrom: at(98) }, 9)).toEqual([["3", "2", "1"]]);
    expect(await read(newest, { search: "NAME.4" }, 9)).toEqual([["5"]]);
    expect(await read(newest, { search: "name.", status: "completed" }, 2)).toEqual([
      ["7", "5"],
      ["3", "1"],
    ]);
    expect(await read(newest, { search: "nobody" }, 9)).toEqual([[]]);
  });

  test("go on after one that was deleted meanwhile, without it", async () => {
    const first = await feedOrders(db, { filter: {}, sort: oldest, after: null, limit: 2 });
    const gone = first.orders[1]?.id ?? "";
    await db.update(orders).set({ deletedAt: start }).where(eq(orders.id, gone));
    const more = await feedOrders(db, { filter: {}, sort: oldest, after: first.next, limit: 2 });
    expect(more.orders.map(({ id }) => id.slice(-1))).toEqual(["3", "4"]);
    expect((await read(oldest, {}, 9))[0]).not.toContain("2");
    await db.update(orders).set({ deletedAt: null });
  });
});
