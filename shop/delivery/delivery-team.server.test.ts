import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import type { Actor } from "../audit/audit.ts";
import { boss, insertActor, insertBoss, insertOrder } from "../loyalty/test-orders.ts";
import { exportOrders } from "../order-list/order-export.server.ts";
import {
  deleteMany,
  deleteOrder,
  setOrderStatus,
  setStatusOfMany,
} from "../orders/order-changes.server.ts";
import { findOrder } from "../orders/orders.server.ts";
import type { OrderStatus } from "../orders/order.ts";
import { deliverAgain } from "./deliveries.server.ts";
import { completeDelivery } from "./deliver.server.ts";
import { findDeliveryOrder, listDeliveryOrders } from "./delivery-orders.server.ts";
import { takeOrder } from "./leases.server.ts";
import { undoStatusChange } from "./undo.server.ts";
import { readWorkList } from "./work-list.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const now = addMs(start, 30 * MINUTE_MS);

describeOnBothDatabases("those who deliver", (openFresh) => {
  let database: Database;
  let db: Db;
  let helper: Actor;
  let bookkeeper: Actor;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    helper = await insertActor(db, "nora@example.com", "delivery");
    bookkeeper = await insertActor(db, "kit@example.com", "bookkeeper");
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.execute(sql`truncate checkouts cascade`);
  });

  const insert = (id: string, status: OrderStatus = "processing", at = start) =>
    insertOrder(db, {
      ...{ id, status, createdAt: at, updatedAt: at },
      buyer: `buyer.${id.toLowerCase()}`,
      email: `secret.${id.toLowerCase()}@example.com`,
      paymentStatus: "paid",
      settledAt: at,
    });
  const change = (orderId: string, actor = helper) => ({ orderId, version: null, actor, now });

  test("deliver twenty orders, and see neither an email nor an amount of them", async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `ORDER${10 + n}`);
    for (const id of ids) await insert(id);
    const list = await readWorkList(db, { withAmounts: false, now });
    expect(list.orders.map(({ id }) => id)).toEqual(ids);
    const page = await listDeliveryOrders(db, { search: "" });
    const seen = JSON.stringify([list, page, await findDeliveryOrder(db, "ORDER10")]);
    expect(seen).toContain("buyer.order10");
    expect(seen).not.toMatch(/secret|@example\.com|1499|cents":\d/i);

    for (const id of ids) {
      expect(await takeOrder(db, { orderId: id, actor: helper, now })).toMatchObject({ ok: true });
      const done = await completeDelivery(db, { ...change(id), confirmed: false });
      expect(done).toMatchObject({ ok: true, value: { status: "completed" } });
    }
    expect((await readWorkList(db, { now })).orders).toEqual([]);
  });

  test("change no order that does not wait for its coins", async () => {
    for (const status of ["pending", "completed", "rejected"] as const)
      await insert(`X${status.slice(0, 6).toUpperCase()}`, status);
    for (const id of ["XPENDIN", "XCOMPLE", "XREJECT"]) {
      for (const status of ["completed", "rejected"] as const)
        expect(await setOrderStatus(db, { ...change(id), status }), id).toMatchObject({
          ok: false,
        });
      const before = await findOrder(db, id);
      expect(await completeDelivery(db, { ...change(id), confirmed: true })).toEqual({
        ok: false,
        error: "stale",
      });
      expect(await findOrder(db, id)).toEqual(before);
    }
    await insert("AAAAAAA");
    for (const status of ["pending", "processing"] as const)
      expect(await setOrderStatus(db, { ...change("AAAAAAA"), status })).toEqual({
        ok: false,
        error: "forbidden",
      });
  });

  test("undo their own change, and not the owner's", async () => {
    await insert("AAAAAAA");
    await insert("BBBBBBB");
    const done = await completeDelivery(db, { ...change("AAAAAAA"), confirmed: true });
    const others = await completeDelivery(db, { ...change("BBBBBBB", boss), confirmed: true });
    if (!done.ok || !others.ok) throw new Error("not completed");
    const undo = (orderId: string, version: number) =>
      undoStatusChange(db, { orderId, version, actor: helper, now });
    expect(await undo("AAAAAAA", done.value.version)).toMatchObject({ ok: true });
    expect(await undo("BBBBBBB", others.value.version)).toEqual({ ok: false, error: "forbidden" });
  });

  test("delete, export and change in bulk nothing; bookkeepers deliver nothing", async () => {
    await insert("AAAAAAA");
    const forbidden = { ok: false, error: "forbidden" };
    const many = { orderIds: ["AAAAAAA"], now };
    for (const actor of [helper, bookkeeper]) {
      expect(await deleteOrder(db, change("AAAAAAA", actor))).toEqual(forbidden);
      expect(await deleteMany(db, { ...many, actor })).toEqual(forbidden);
      expect(await setStatusOfMany(db, { ...many, actor, status: "completed" })).toEqual(forbidden);
    }
    const what = { orderIds: ["AAAAAAA"] };
    expect(await exportOrders(db, { what, actor: helper, now })).toEqual(forbidden);
    expect(await exportOrders(db, { what, actor: bookkeeper, now })).toMatchObject({ ok: true });
    const asBookkeeper = { orderId: "AAAAAAA", actor: bookkeeper, now };
    expect(await takeOrder(db, asBookkeeper)).toEqual(forbidden);
    expect(await deliverAgain(db, asBookkeeper)).toEqual(forbidden);
    const status = { ...change("AAAAAAA", bookkeeper), status: "completed" as const };
    expect(await setOrderStatus(db, status)).toEqual(forbidden);
  });

  test("find orders by ID and username, and never by email", async () => {
    await insert("AAAAAAA");
    await insert("BBBBBBB", "pending", addMs(start, MINUTE_MS));
    const found = async (search: string) =>
      (await listDeliveryOrders(db, { search })).orders.map(({ id }) => id);
    expect(await found("")).toEqual(["BBBBBBB", "AAAAAAA"]);
    expect(await found("buyer.aaaaaaa")).toEqual(["AAAAAAA"]);
    expect(await found("@buyer.b")).toEqual(["BBBBBBB"]);
    expect(await found("#aaaa")).toEqual(["AAAAAAA"]);
    for (const search of [
      "secret",
      "secret.aaaaaaa@example.com",
      "example.com",
      "buyer.aaaaaaa secret",
    ])
      expect(await found(search), search).toEqual([]);
    const after = await listDeliveryOrders(db, { search: "", after: "BBBBBBB" });
    expect(after).toMatchObject({ orders: [{ id: "AAAAAAA" }], next: null });
  });
});
