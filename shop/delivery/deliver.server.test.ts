import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { permitOf } from "../../tests/permit.ts";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import type { Actor } from "../audit/audit.ts";
import { eventsAfterCursor } from "../loyalty/ledger-cursor.server.ts";
import { boss, insertActor, insertBoss, insertOrder } from "../loyalty/test-orders.ts";
import { claimMail, markSent } from "../mail/mails.server.ts";
import { mails } from "../mail/tables.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import { completeDelivery } from "./deliver.server.ts";
import { releaseOrders, takeOrder } from "./leases.server.ts";
import { setOrderNote, setOrderStatus } from "../orders/order-changes.server.ts";
import { UNDO_MS } from "../orders/order.ts";
import { writeAsBuyer } from "../orders/messages.server.ts";
import { findOrder, orderHistory } from "../orders/orders.server.ts";
import { orderLeases } from "../orders/tables.ts";
import { undoStatusChange } from "./undo.server.ts";
import { LEASE_MS } from "./work-list.ts";
import { readWorkList } from "./work-list.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const later = (ms: number) => addMs(now, ms);
const orderId = "AAAAAAA";

describeWhereDatabasesDiffer("delivering", (openFresh) => {
  let database: Database;
  let db: Db;
  let nora: Actor;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    nora = await insertActor(db, "nora@example.com", "admin");
    await insertActor(db, "customer@example.com", "customer");
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.execute(sql`truncate checkouts, mails cascade`);
    await insertOrder(db, {
      id: orderId,
      buyer: "mira",
      status: "processing",
      paymentStatus: "paid",
      settledAt: now,
    });
  });

  const complete = (by: { version?: number; actor?: Actor; confirmed?: boolean; at?: Date } = {}) =>
    completeDelivery(db, {
      orderId,
      version: by.version ?? 1,
      confirmed: by.confirmed ?? false,
      actor: by.actor ?? boss,
      now: by.at ?? now,
    });
  const undo = (version: number, at: Date, actor = boss) =>
    undoStatusChange(db, { orderId, version, actor, now: at });
  const queued = async () =>
    (await db.select().from(mails).orderBy(asc(mails.key))).map(({ key }) => key);
  const seenBy = async (at = now) => (await readWorkList(db, { now: at })).orders[0]?.taken ?? null;

  test("completes the order, and the mail waits as long as it can be undone", async () => {
    expect(await complete()).toMatchObject({
      ok: true,
      value: { status: "completed", version: 2, completedAt: now },
    });
    expect(await queued()).toEqual([`order-completed:${orderId}:2`]);
    expect(await claimMail(db, later(UNDO_MS - 1))).toBeNull();
    expect(await claimMail(db, later(UNDO_MS))).toMatchObject({ to: "mira@example.com" });
    expect((await readWorkList(db, { now })).orders).toEqual([]);
  });

  describe("undoing", () => {
    test("brings the order back without its mail, and never twice", async () => {
      await complete();
      const undone = await undo(2, later(UNDO_MS - 1));
      expect(undone).toMatchObject({
        ok: true,
        value: { status: "processing", version: 3, completedAt: null },
      });
      expect(await queued()).toEqual([]);
      expect(await undo(2, later(UNDO_MS - 1))).toEqual({ ok: false, error: "stale" });
      expect(await undo(3, later(UNDO_MS - 1))).toEqual({ ok: false, error: "too-late" });
      const history = await orderHistory(db, orderId);
      expect(history.map(({ data }) => [data.from, data.to])).toEqual([
        ["processing", "completed"],
        ["completed", "processing"],
      ]);
      await complete({ version: 3, at: later(UNDO_MS) });
      expect(await queued()).toEqual([`order-completed:${orderId}:4`]);
    });

    test("is refused after ten seconds, after another change, and to customers", async () => {
      await complete();
      expect(await undo(2, later(UNDO_MS))).toEqual({ ok: false, error: "too-late" });
      const customer = { id: "customer@example.com", email: "customer@example.com", ip: null };
      expect(await undo(2, now, customer)).toEqual({ ok: false, error: "forbidden" });
      await setOrderNote(db, { orderId, version: 2, note: "sent", actor: nora, now });
      expect(await undo(2, now)).toEqual({ ok: false, error: "stale" });
    });

    test("is refused once the mail is being sent, whatever the clock says", async () => {
      await complete();
      const mail = await claimMail(db, later(UNDO_MS));
      expect(await undo(2, later(UNDO_MS - 1))).toEqual({ ok: false, error: "too-late" });
      if (mail) await markSent(db, mail, later(UNDO_MS));
      expect(await undo(2, later(UNDO_MS - 1))).toEqual({ ok: false, error: "too-late" });
      expect(await findOrder(db, orderId)).toMatchObject({ status: "completed" });
    });

    test("brings back a rejected order with its reason, and the time of its completion", async () => {
      const change = { orderId, actor: boss, undoable: true } as const;
      await setOrderStatus(db, { ...change, version: 1, status: "rejected", reason: "fraud", now });
      await setOrderStatus(db, { ...change, version: 2, status: "completed", now: later(1) });
      expect(await undo(3, later(2))).toMatchObject({
        value: { status: "rejected", statusReason: "fraud", completedAt: null },
      });
      await setOrderStatus(db, { ...change, version: 4, status: "completed", now: later(3) });
      await setOrderStatus(db, { ...change, version: 5, status: "pending", now: later(4) });
      expect(await undo(6, later(5))).toMatchObject({
        value: { status: "completed", completedAt: later(3) },
      });
    });

    test("makes an answer due again", async () => {
      const permit = await permitOf(db, "message", orderId);
      await writeAsBuyer(db, { permit, text: "Where are they?", now });
      const written = await findOrder(db, orderId);
      expect(written).toMatchObject({ awaitedFrom: "shop", awaitedSince: now });
      const completed = await complete({ version: written?.version ?? 0, at: later(1) });
      expect(completed).toMatchObject({ value: { awaitedFrom: null, awaitedSince: null } });
      const version = completed.ok ? completed.value.version : 0;
      expect(await undo(version, later(2))).toMatchObject({
        value: { awaitedFrom: "shop", awaitedSince: now },
      });
    });

    test("is not offered for other changes of the status", async () => {
      await setOrderStatus(db, { orderId, version: 1, status: "completed", actor: boss, now });
      expect(await undo(2, now)).toEqual({ ok: false, error: "too-late" });
      expect(await claimMail(db, now)).not.toBeNull();
    });
  });

  test("gives no points before it is final", async () => {
    await complete();
    const events = (at: Date) => eventsAfterCursor(db, { seen: [], limit: 10, now: at });
    expect(await events(later(UNDO_MS - 1))).toEqual([]);
    expect(await events(later(UNDO_MS))).toMatchObject([{ orderId }]);
  });

  describe("with two administrators", () => {
    test("each sees what the other has taken, until it is released or over", async () => {
      expect(await takeOrder(db, { orderId, actor: nora, now })).toEqual({ ok: true, value: null });
      expect(await takeOrder(db, { orderId, actor: boss, now })).toEqual({
        ok: false,
        error: "taken",
      });
      expect(await seenBy(later(2 * MINUTE_MS))).toEqual({
        userId: "nora@example.com",
        name: "nora@example.com",
        minutes: 2,
      });
      // Activity renews it; the time shown is that of the taking.
      await takeOrder(db, { orderId, actor: nora, now: later(LEASE_MS - 1) });
      expect(await seenBy(later(LEASE_MS))).toMatchObject({ minutes: 5 });
      const over = later(2 * LEASE_MS);
      expect(await seenBy(over)).toBeNull();
      expect(await takeOrder(db, { orderId, actor: boss, now: over })).toMatchObject({ ok: true });
      expect(await seenBy(over)).toMatchObject({ userId: "boss", minutes: 0 });
      await releaseOrders(db, nora);
      expect(await seenBy(over)).not.toBeNull();
      await releaseOrders(db, boss);
      expect(await seenBy(over)).toBeNull();
    });

    test("taking and releasing are notified, renewing is not", async () => {
      const heard: string[] = [];
      const stop = await database.listen("satchel_changes", (payload) => heard.push(payload));
      await takeOrder(db, { orderId, actor: nora, now });
      await takeOrder(db, { orderId, actor: nora, now: later(1) });
      await releaseOrders(db, nora);
      await setOrderNote(db, { orderId, version: 1, note: "last", actor: boss, now });
      await expect.poll(() => heard).toContain(`order:${orderId}`);
      await stop();
      expect(heard.filter((topic) => topic === "leases")).toHaveLength(2);
    });

    test("completing what another has taken asks first, and ends the lease", async () => {
      await takeOrder(db, { orderId, actor: nora, now });
      expect(await complete()).toEqual({ ok: false, error: "taken" });
      expect(await complete({ confirmed: true })).toMatchObject({ ok: true });
      expect(await db.$count(orderLeases)).toBe(0);
      expect(await takeOrder(db, { orderId, actor: nora, now })).toEqual({
        ok: false,
        error: "not-found",
      });
    });

    test("one of two at once completes it, and the other is told", async () => {
      const results = await Promise.all([complete(), complete({ actor: nora })]);
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, error: "stale" });
      expect(await queued()).toHaveLength(1);
    });
  });

  test.each(["detected", "review", "reversed"] as const)(
    "asks first while the payment is %s",
    async (paymentStatus) => {
      await db.execute(sql`update orders set payment_status = ${paymentStatus}`);
      expect(await complete()).toEqual({ ok: false, error: "in-doubt" });
      expect(await complete({ confirmed: true })).toMatchObject({ ok: true });
      expect(await complete({ version: 2 })).toEqual({ ok: false, error: "unchanged" });
    },
  );

  test("customers neither take nor complete", async () => {
    const actor = { id: "customer@example.com", email: "customer@example.com", ip: null };
    expect(await takeOrder(db, { orderId, actor, now })).toEqual({ ok: false, error: "forbidden" });
    expect(await complete({ actor })).toEqual({ ok: false, error: "forbidden" });
    const [order] = await db.select().from(orderLeases).where(eq(orderLeases.orderId, orderId));
    expect(order).toBeUndefined();
  });
});
