import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { users } from "../accounts/tables.ts";
import { auditLog } from "../audit/tables.ts";
import type { Actor } from "../audit/audit.ts";
import { boss, insertBoss, insertOrder, insertUser } from "../loyalty/test-orders.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { purgeDeletedOrders } from "../payments/purge-orders.server.ts";
import { undoMany } from "../delivery/undo.server.ts";
import { listOrders } from "../order-list/order-list.server.ts";
import { orderEvents, orders } from "./tables.ts";
import {
  deleteMany,
  deleteOrder,
  setOrderNote,
  setOrderStatus,
  setStatusOfMany,
} from "./order-changes.server.ts";
import type { OrderStatus } from "./order.ts";
import { findOrder } from "./orders.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const days = (count: number) => new Date(now.getTime() + count * 24 * 60 * 60_000);
const customer: Actor = { id: "customer", email: "customer@example.com", ip: null };
const anonymous: Actor = { id: null, email: "", ip: null };

describeOnBothDatabases("changes of orders", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    await insertUser(db, { id: "customer" });
    await insertUser(db, { id: "blocked", role: "admin", blockedAt: now });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.execute(sql`truncate checkouts, audit_log cascade`);
    await db.execute(sql`select rebuild_metrics()`);
    await insertOrder(db, { id: "AAAAAAA", buyer: "mira", status: "pending" });
  });

  const change = { orderId: "AAAAAAA", version: 1, actor: boss, now };
  const order = async (id = "AAAAAAA") => {
    const [row] = await db.select().from(orders).where(eq(orders.id, id));
    return row;
  };
  const auditOf = () => db.select().from(auditLog).orderBy(asc(auditLog.id));
  const eventsOf = (orderId = "AAAAAAA") =>
    db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, orderId))
      .orderBy(asc(orderEvents.id));
  const heard = async (work: () => Promise<unknown>) => {
    const payloads: string[] = [];
    const stop = await database.listen("satchel_changes", (payload) => payloads.push(payload));
    await work();
    await expect.poll(() => payloads).toContain("order:AAAAAAA");
    await stop();
  };

  describe("the status", () => {
    test.each<[OrderStatus, OrderStatus]>([
      ["pending", "completed"],
      ["completed", "pending"],
      ["rejected", "processing"],
      ["processing", "rejected"],
    ])("goes from %s to %s", async (from, to) => {
      await db.update(orders).set({ status: from });
      const result = await setOrderStatus(db, { ...change, status: to });
      expect(result).toMatchObject({ ok: true, value: { status: to, version: 2, updatedAt: now } });
      expect(await eventsOf()).toMatchObject([
        { type: "status", data: { from, to, by: boss.email }, at: now },
      ]);
      expect(await auditOf()).toMatchObject([
        {
          action: "order.status",
          subject: "order",
          subjectId: "AAAAAAA",
          actorId: "boss",
          actorEmail: boss.email,
          ip: boss.ip,
          data: { from, to },
          at: now,
        },
      ]);
    });

    test("stores the reason of a rejection, and clears it with the next status", async () => {
      await setOrderStatus(db, { ...change, status: "rejected", reason: "not paid" });
      expect(await order()).toMatchObject({ status: "rejected", statusReason: "not paid" });
      expect((await auditOf())[0]?.data).toMatchObject({ reason: "not paid" });
      await setOrderStatus(db, { ...change, version: 2, status: "pending" });
      expect(await order()).toMatchObject({ status: "pending", statusReason: null });
    });

    test("is notified to open pages", () =>
      heard(() => setOrderStatus(db, { ...change, status: "processing" })));

    test("that the order has already is an error, and leaves no trace", async () => {
      expect(await setOrderStatus(db, { ...change, status: "pending" })).toEqual({
        ok: false,
        error: "unchanged",
      });
      expect(await order()).toMatchObject({ version: 1 });
      expect(await auditOf()).toEqual([]);
    });

    test("of two changes of the same version one fails", async () => {
      const results = await Promise.all([
        setOrderStatus(db, { ...change, status: "processing" }),
        setOrderStatus(db, { ...change, status: "rejected" }),
      ]);
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, error: "stale" });
      expect(await auditOf()).toHaveLength(1);
    });
  });

  describe("who is no administrator", () => {
    const verbs = {
      setOrderStatus: (actor: Actor) =>
        setOrderStatus(db, { ...change, actor, status: "rejected" }),
      setOrderNote: (actor: Actor) => setOrderNote(db, { ...change, actor, note: "mine" }),
      deleteOrder: (actor: Actor) => deleteOrder(db, { ...change, actor }),
      setStatusOfMany: (actor: Actor) =>
        setStatusOfMany(db, { orderIds: ["AAAAAAA"], status: "rejected", actor, now }),
      deleteMany: (actor: Actor) => deleteMany(db, { orderIds: ["AAAAAAA"], actor, now }),
    };

    test.each(Object.keys(verbs) as (keyof typeof verbs)[])(
      "changes nothing by %s",
      async (name) => {
        const blocked = { id: "blocked", email: "blocked@example.com", ip: null };
        for (const actor of [customer, anonymous, blocked]) {
          expect(await verbs[name](actor)).toEqual({ ok: false, error: "forbidden" });
        }
        expect(await order()).toMatchObject({
          status: "pending",
          note: "",
          version: 1,
          deletedAt: null,
        });
        expect(await eventsOf()).toEqual([]);
        expect(await auditOf()).toEqual([]);
      },
    );

    test("has no longer a say once the role is gone, whatever the session says", async () => {
      await insertUser(db, { id: "late", role: "admin" });
      await db.update(users).set({ role: "customer" }).where(eq(users.id, "late"));
      const actor = { id: "late", email: "late@example.com", ip: null };
      expect(await verbs.deleteOrder(actor)).toEqual({ ok: false, error: "forbidden" });
    });
  });

  describe("the note", () => {
    test("is replaced, and the audit log has both", async () => {
      await setOrderNote(db, { ...change, note: "called back" });
      const result = await setOrderNote(db, { ...change, version: 2, note: "" });
      expect(result).toMatchObject({ ok: true, value: { note: "", version: 3 } });
      expect((await auditOf()).map(({ data }) => data)).toEqual([
        { from: "", to: "called back" },
        { from: "called back", to: "" },
      ]);
      // The customer's page shows the events, so they must not contain the note.
      expect((await eventsOf()).map(({ data }) => data)).toEqual([
        { by: boss.email },
        { by: boss.email },
      ]);
    });

    test("based on an old version is an error", async () => {
      await setOrderNote(db, { ...change, note: "first" });
      expect(await setOrderNote(db, { ...change, note: "second" })).toEqual({
        ok: false,
        error: "stale",
      });
      expect(await order()).toMatchObject({ note: "first" });
    });
  });

  describe("deleting", () => {
    const page = () =>
      listOrders(db, {
        filter: { status: null, search: "", period: "all", from: null, to: null },
        sort: { by: "created", descending: true },
        cursor: null,
        perPage: 10,
        now,
      });

    test("takes the order out of lists and figures, and is written down", async () => {
      expect((await page()).total.count).toBe(1);
      expect(await deleteOrder(db, change)).toMatchObject({ ok: true });
      const { orders: shown, total } = await page();
      expect(shown).toEqual([]);
      expect(total.count).toBe(0);
      expect(await findOrder(db, "AAAAAAA")).toBeNull();
      expect(await auditOf()).toMatchObject([
        {
          action: "order.deleted",
          data: { status: "pending", email: "mira@example.com", totalCents: 1499 },
        },
      ]);
    });

    test("of a deleted order, or of an old version, is an error", async () => {
      expect(await deleteOrder(db, { ...change, version: 7 })).toEqual({
        ok: false,
        error: "stale",
      });
      await deleteOrder(db, change);
      for (const verb of [
        deleteOrder(db, { ...change, version: 2 }),
        setOrderStatus(db, { ...change, version: 2, status: "completed" }),
        setOrderNote(db, { ...change, version: 2, note: "x" }),
      ]) {
        expect(await verb).toEqual({ ok: false, error: "not-found" });
      }
    });

    test("is for good after 30 days, and the audit log stays", async () => {
      await deleteOrder(db, change);
      expect(await purgeDeletedOrders(db, days(29.9))).toBe(0);
      expect(await order()).toBeDefined();
      expect(await purgeDeletedOrders(db, days(30.1))).toBe(1);
      expect(await order()).toBeUndefined();
      expect(await eventsOf()).toEqual([]);
      expect((await auditOf()).map(({ action, actorEmail }) => [action, actorEmail])).toEqual([
        ["order.deleted", boss.email],
        ["order.purged", "Satchel"],
      ]);
    });
  });

  describe("many at once", () => {
    beforeEach(async () => {
      await insertOrder(db, { id: "BBBBBBB", buyer: "lena", status: "processing" });
      await insertOrder(db, { id: "CCCCCCC", buyer: "noor", status: "completed" });
    });

    test("returns how many were changed, unchanged and missing", async () => {
      const orderIds = ["CCCCCCC", "AAAAAAA", "BBBBBBB", "GONE000", "AAAAAAA"];
      const result = await setStatusOfMany(db, { orderIds, status: "completed", actor: boss, now });
      const changed = [
        { id: "AAAAAAA", version: 2 },
        { id: "BBBBBBB", version: 2 },
      ];
      expect(result).toEqual({ ok: true, value: { changed, unchanged: 1, missing: 1 } });
      expect((await order("BBBBBBB"))?.status).toBe("completed");
      expect((await auditOf()).map(({ subjectId, data }) => [subjectId, data.from])).toEqual([
        ["AAAAAAA", "pending"],
        ["BBBBBBB", "processing"],
      ]);
    });

    test("are undone together, but for those that were changed again", async () => {
      const orderIds = ["AAAAAAA", "BBBBBBB"];
      const set = await setStatusOfMany(db, { orderIds, status: "completed", actor: boss, now });
      const changed = set.ok ? set.value.changed : [];
      await setOrderNote(db, { orderId: "BBBBBBB", version: 2, note: "sent", actor: boss, now });
      expect(await undoMany(db, { changed, actor: customer, now })).toEqual({
        ok: false,
        error: "forbidden",
      });
      expect(await undoMany(db, { changed, actor: boss, now })).toEqual({
        ok: true,
        value: { undone: 1, kept: 1 },
      });
      expect((await order())?.status).toBe("pending");
      expect((await order("BBBBBBB"))?.status).toBe("completed");
    });

    test("are deleted together", async () => {
      const orderIds = ["AAAAAAA", "BBBBBBB", "GONE000"];
      const result = await deleteMany(db, { orderIds, actor: boss, now });
      expect(result).toEqual({ ok: true, value: { deleted: 2, missing: 1 } });
      expect(await order()).toMatchObject({ deletedAt: now });
      expect(await order("CCCCCCC")).toMatchObject({ deletedAt: null });
      expect((await auditOf()).map(({ action, subjectId }) => [action, subjectId])).toEqual([
        ["order.deleted", "AAAAAAA"],
        ["order.deleted", "BBBBBBB"],
      ]);
    });

    test("two who change the same ones do not block each other", async () => {
      const orderIds = ["AAAAAAA", "BBBBBBB", "CCCCCCC"];
      const many = (ids: string[], status: OrderStatus) =>
        setStatusOfMany(db, { orderIds: ids, status, actor: boss, now });
      const results = await Promise.all([
        many(orderIds, "rejected"),
        many(orderIds.toReversed(), "pending"),
        many(orderIds, "completed"),
      ]);
      expect(results.every(({ ok }) => ok)).toBe(true);
      const statuses = await Promise.all(orderIds.map(async (id) => (await order(id))?.status));
      expect(new Set(statuses).size).toBe(1);
    });
  });

  test("what fails halfway leaves neither the change nor its audit", async () => {
    const failing = db.transaction(async (tx) => {
      await setOrderStatus(tx, { ...change, status: "completed" });
      throw new Error("the power went");
    });
    await expect(failing).rejects.toThrow("the power went");
    expect(await order()).toMatchObject({ status: "pending", version: 1 });
    expect(await auditOf()).toEqual([]);
  });
});
