import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { auditLog } from "../audit/tables.ts";
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from "./tables.ts";
import { boss, insertBoss } from "../loyalty/test-orders.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { type WebhookReceiver, startReceiver } from "../../tests/webhook-receiver.ts";
import {
  countDeliveries,
  redeliver,
  findDelivery,
  deleteOldDeliveries,
  holdDeliveries,
  listDeliveries,
} from "./deliveries.server.ts";
import { at, deleteWebhooks, insertEndpoint, sendDue } from "./test-webhooks.ts";
import type { DeliveryState } from "./webhook.ts";

const DAY = 86_400;

describeOnBothDatabases("deliveries of webhooks", (openFresh) => {
  let database: Database;
  let db: Db;
  let receiver: WebhookReceiver;
  let endpointId = 0;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await receiver.close();
    await database.close();
  });
  beforeEach(async () => {
    receiver.received.length = 0;
    receiver.respondWith(200);
    await deleteWebhooks(db);
    endpointId = await insertEndpoint(db, { url: receiver.url });
  });

  const queue = async (
    seconds: number,
    values: Partial<typeof webhookDeliveries.$inferInsert> = {},
  ) => {
    const [row] = await db
      .insert(webhookDeliveries)
      .values({
        endpointId,
        type: "webhook.test",
        createdAt: at(seconds),
        nextAttemptAt: at(seconds),
        ...values,
      })
      .returning({ id: webhookDeliveries.id });
    return row?.id ?? "";
  };
  const again = (id: string, seconds: number, actor = boss) =>
    redeliver(db, { endpointId, id, actor, now: at(seconds) });

  test("are listed newest first, page by page, all or those of one state", async () => {
    for (let i = 0; i < 10; i += 1) await queue(i);
    await queue(20, { deliveredAt: at(20) });
    await queue(21, { failedAt: at(21) });
    const other = await insertEndpoint(db);
    await queue(22, { endpointId: other });

    const seen: number[] = [];
    let cursor: Awaited<ReturnType<typeof listDeliveries>>["next"] = null;
    do {
      const page = await listDeliveries(db, endpointId, { state: null, cursor, perPage: 5 });
      seen.push(
        ...page.deliveries.map(({ createdAt }) => (createdAt.getTime() - at(0).getTime()) / 1000),
      );
      cursor = page.next;
    } while (cursor);
    expect(seen).toEqual([21, 20, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    const statesOf = async (state: DeliveryState) => {
      const { deliveries } = await listDeliveries(db, endpointId, {
        state,
        cursor: null,
        perPage: 50,
      });
      return deliveries.map((delivery) => delivery.state);
    };
    expect(await statesOf("waiting")).toEqual(Array.from({ length: 10 }, () => "waiting"));
    expect(await statesOf("delivered")).toEqual(["delivered"]);
    expect(await statesOf("failed")).toEqual(["failed"]);
    expect(await countDeliveries(db, endpointId)).toEqual({ waiting: 10, failed: 1 });
  });

  test("show the message and the response of each attempt", async () => {
    const id = await queue(0);
    receiver.respondWith(503, "come back later");
    await sendDue(db, at(0));
    receiver.respondWith(200, "thanks");
    await sendDue(db, at(10));
    expect(await findDelivery(db, { endpointId, id })).toMatchObject({
      id,
      type: "webhook.test",
      orderId: null,
      state: "delivered",
      attempts: 2,
      nextAttemptAt: null,
      body: receiver.received[0]?.text,
      deliveredAt: at(10),
      log: [
        { at: at(10), status: 200, response: "thanks", url: receiver.url },
        { at: at(0), status: 503, response: "come back later" },
      ],
    });
    expect(await findDelivery(db, { endpointId: endpointId + 1, id })).toBeNull();
  });

  test("are sent again as the same message, and tried for another day", async () => {
    const id = await queue(0);
    await sendDue(db, at(0));
    expect(await again(id, 100)).toMatchObject({ ok: true });
    receiver.respondWith(500);
    await sendDue(db, at(100));
    const [first, second] = receiver.received;
    expect(second?.text).toBe(first?.text);
    expect(second?.headers["satchel-delivery"]).toBe(id);
    expect(await findDelivery(db, { endpointId, id })).toMatchObject({
      state: "waiting",
      attempts: 1,
    });
    // While it waits for its next attempt, it can be requested sooner.
    expect(await again(id, 101)).toMatchObject({ ok: true });
    expect(await again(id, 102)).toEqual({ ok: false, error: "waiting" });
    for (let hours = 1; hours < 30; hours += 1) await sendDue(db, at(hours * 3600));
    expect(await findDelivery(db, { endpointId, id })).toMatchObject({ state: "failed" });
    expect(await again(id, 2 * DAY)).toMatchObject({ ok: true });
    receiver.respondWith(200);
    await sendDue(db, at(2 * DAY));
    expect(await findDelivery(db, { endpointId, id })).toMatchObject({ state: "delivered" });
    const entries = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, "webhook.delivered-again"));
    expect(entries).toHaveLength(3);
    expect(entries[0]).toMatchObject({ subjectId: String(endpointId), data: { delivery: id } });
  });

  test("are sent again by administrators only, and only to an enabled endpoint", async () => {
    const id = await queue(0, { failedAt: at(1) });
    const stranger = { id: null, email: "", ip: null };
    expect(await again(id, 2, stranger)).toEqual({ ok: false, error: "forbidden" });
    expect(await again("00000000-0000-0000-0000-000000000000", 2)).toEqual({
      ok: false,
      error: "not-found",
    });
    await db.update(webhookEndpoints).set({ enabled: false });
    expect(await again(id, 2)).toEqual({ ok: false, error: "off" });
    expect(await db.$count(auditLog)).toBe(0);
  });

  test("are held after a restore, until an administrator sends them", async () => {
    const id = await queue(0);
    await queue(1, { deliveredAt: at(1) });
    expect(await holdDeliveries(db, "Restored", at(10))).toBe(1);
    await sendDue(db, at(11));
    expect(receiver.received).toEqual([]);
    expect(await findDelivery(db, { endpointId, id })).toMatchObject({
      state: "failed",
      lastError: "Restored",
    });
    await again(id, 20);
    await sendDue(db, at(20));
    expect(receiver.received).toHaveLength(1);
  });

  test("are deleted after 30 days with their attempts, but not while they wait", async () => {
    const old = await queue(0);
    await sendDue(db, at(0));
    await queue(0, { failedAt: at(DAY) });
    const waits = await queue(0, { nextAttemptAt: at(60 * DAY) });
    const young = await queue(2 * DAY, { deliveredAt: at(2 * DAY) });
    await deleteOldDeliveries(db, at(30 * DAY));
    expect(await db.$count(webhookDeliveries)).toBe(4);
    await deleteOldDeliveries(db, at(30 * DAY + 1));
    const remaining = await db.select({ id: webhookDeliveries.id }).from(webhookDeliveries);
    expect(remaining.map(({ id }) => id).toSorted()).toEqual([waits, young].toSorted());
    expect(await db.$count(webhookAttempts, eq(webhookAttempts.deliveryId, old))).toBe(0);
  });
});
