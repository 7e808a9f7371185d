import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, SECOND_MS } from "#lib/time.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { auditLog } from "../audit/tables.ts";
import { boss, insertBoss } from "../loyalty/test-orders.ts";
import { mails } from "../mail/tables.ts";
import type { LateState } from "./delivery.ts";
import { deleteOrder, setOrderStatus } from "../orders/order-changes.server.ts";
import { orderHistory } from "../orders/orders.server.ts";
import { orders } from "../orders/tables.ts";
import { readWorkList } from "./work-list.server.ts";
import { recordResponse } from "./deliveries.server.ts";
import { claimDue, configureAdapter, onlyPaidOrder } from "./test-delivery.ts";

const orderId = "LATE001";
const now = new Date("2026-11-20T08:00:00Z");
const later = addMs(now, SECOND_MS);
const delivered = { ok: true, value: { result: "delivered" } } as const;

describeOnBothDatabases("an order that the adapter delivers too late", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    await configureAdapter(db, "http://127.0.0.1:9/unused");
  });
  afterAll(() => database.close());
  beforeEach(() => onlyPaidOrder(db, orderId, now));

  const change = { orderId, version: null, actor: boss, now };
  const alerts = async () => {
    const found = await db.select().from(mails);
    return found.flatMap(({ message }) => (message.template === "admin-delivery" ? [message] : []));
  };

  test.each<[state: LateState, mailed: boolean]>([
    ["rejected", true],
    ["deleted", true],
    ["pending", true],
    ["completed", false],
  ])("after it was %s is recorded, once, and mailed: %s", async (state, mailed) => {
    const [claimed] = await claimDue(db, now);
    if (!claimed) throw new Error("nothing was claimed");
    if (state === "deleted") await deleteOrder(db, change);
    else await setOrderStatus(db, { ...change, status: state });
    await recordResponse(db, claimed, delivered, later);
    await recordResponse(db, claimed, delivered, addMs(later, SECOND_MS));

    const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
    expect(order?.status).toBe(state === "deleted" ? "processing" : state);
    const history = await orderHistory(db, orderId);
    expect(history.filter(({ type }) => type === "delivered")).toEqual([
      { type: "delivered", data: { state, by: "delivery adapter" }, at: later },
    ]);
    const audited = await db
      .select({ data: auditLog.data })
      .from(auditLog)
      .where(eq(auditLog.action, "order.delivered-late"))
      .orderBy(auditLog.id);
    expect(audited.at(-1)?.data).toEqual({ state });
    expect(await alerts()).toEqual(mailed ? [{ template: "admin-delivery", orderId, state }] : []);
  });

  test("says so on the work list once it is set back to processing", async () => {
    const [claimed] = await claimDue(db, now);
    if (!claimed) throw new Error("nothing was claimed");
    await setOrderStatus(db, { ...change, status: "rejected" });
    await recordResponse(db, claimed, delivered, later);
    await setOrderStatus(db, { ...change, status: "processing" });
    const { orders: listed } = await readWorkList(db, { now: later });
    expect(listed).toMatchObject([{ delivery: { progress: "delivered", reason: null } }]);
  });
});
