import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, type Db, queryRows } from "#db/client.server.ts";
import { permitOf } from "../../tests/permit.ts";
import { orders } from "../orders/tables.ts";
import { boss, insertBoss, insertOrder } from "../loyalty/test-orders.ts";
import { writeAsAdministrator, writeAsBuyer } from "../orders/messages.server.ts";
import { deleteOrder, setOrderNote, setOrderStatus } from "../orders/order-changes.server.ts";
import { purgeDeletedOrders } from "../payments/purge-orders.server.ts";
import { addEvent, findOrder } from "../orders/orders.server.ts";
import { recordPayment } from "../orders/record-payment.server.ts";
import { correctRecipient } from "../delivery/corrections.server.ts";
import { publicOrder } from "../order-list/order-columns.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import { type WebhookReceiver, startReceiver } from "../../tests/webhook-receiver.ts";
import { webhookDeliveries, webhookEndpoints } from "./tables.ts";
import { at, deleteWebhooks, insertEndpoint, sendDue } from "./test-webhooks.ts";

describeWhereDatabasesDiffer("what is queued for webhooks", (openFresh) => {
  let database: Database;
  let db: Db;
  let receiver: WebhookReceiver;
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
    await deleteWebhooks(db);
    await insertOrder(db, { id: "AAAAAAA", buyer: "mira", status: "pending", note: "rude" });
  });

  const change = { orderId: "AAAAAAA", version: null, actor: boss };
  const order = async () => {
    const found = await findOrder(db, "AAAAAAA");
    if (!found) throw new Error("the order is gone");
    return found;
  };
  const queued = async () => {
    const rows = await db.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.position));
    return rows.map(({ type }) => type);
  };

  test("is what happens to an order, in order, for each endpoint that wants to know it", async () => {
    const all = await insertEndpoint(db);
    const some = await insertEndpoint(db, { events: ["order.status_changed"] });
    await insertEndpoint(db, { enabled: false });
    await addEvent(db, "AAAAAAA", "placed", { by: "customer" }, at(0));
    await recordPayment(db, await order(), {
      status: "paid",
      settled: true,
      data: { receivedSats: 5, dueSats: 5 },
      outstanding: null,
      method: "bitcoin",
      now: at(1),
    });
    await addEvent(db, "AAAAAAA", "decision", { kind: "accept", by: boss.email }, at(2));
    await setOrderNote(db, { ...change, note: "still rude", now: at(3) });
    await setOrderStatus(db, { ...change, status: "rejected", reason: "fraud", now: at(4) });
    await deleteOrder(db, { ...change, now: at(5) });

    const of = (endpointId: number) =>
      db
        .select({ type: webhookDeliveries.type, createdAt: webhookDeliveries.createdAt })
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.endpointId, endpointId))
        .orderBy(asc(webhookDeliveries.position));
    expect(await of(all)).toEqual([
      { type: "order.placed", createdAt: at(0) },
      { type: "order.payment_changed", createdAt: at(1) },
      { type: "order.status_changed", createdAt: at(1) },
      { type: "order.payment_decided", createdAt: at(2) },
      { type: "order.status_changed", createdAt: at(4) },
      { type: "order.deleted", createdAt: at(5) },
    ]);
    expect((await of(some)).map(({ createdAt }) => createdAt)).toEqual([at(1), at(4)]);
    expect(await db.$count(webhookDeliveries)).toBe(8);
  });

  test("is a message of the buyer without its text, and none of an administrator", async () => {
    await insertEndpoint(db);
    const permit = await permitOf(db, "message", "AAAAAAA");
    await writeAsBuyer(db, { permit, text: "Secret", now: at(0) });
    await writeAsAdministrator(db, { ...change, text: "Secret", now: at(1) });
    const rows = await db.select().from(webhookDeliveries);
    expect(rows).toMatchObject([
      { type: "order.message_received", snapshot: { changed: { by: "customer" } } },
    ]);
    expect(JSON.stringify(rows)).not.toContain("Secret");
  });

  test("has what a buyer corrected, before and after", async () => {
    await insertEndpoint(db, { url: receiver.url });
    const permit = await permitOf(db, "recipient", "AAAAAAA");
    const account = { tiktokUsername: "mira.holt", tiktokUid: "6812" };
    const input = { permit, order: await order(), account, made: 0, ip: null, now: at(0) };
    expect(await correctRecipient(db, input)).toMatchObject({ ok: true });
    const data = { from: "mira@example.com", to: "mira@example.org", by: "customer" };
    await addEvent(db, "AAAAAAA", "email", data, at(1));
    await sendDue(db, at(2));
    expect(receiver.received.map(({ body }) => body)).toMatchObject([
      {
        type: "order.recipient_changed",
        data: {
          order: account,
          changed: {
            ...{ from: "mira", to: "mira.holt", fromUid: null, toUid: "6812" },
            by: "customer",
          },
        },
      },
      { type: "order.email_changed", data: { changed: data } },
    ]);
  });

  test("is there when the event is, and gone when that did not happen", async () => {
    await insertEndpoint(db);
    const failing = db.transaction(async (tx) => {
      await setOrderStatus(tx, { ...change, status: "completed", now: at(0) });
      expect(await tx.$count(webhookDeliveries)).toBe(1);
      throw new Error("the power went");
    });
    await expect(failing).rejects.toThrow("the power went");
    expect(await queued()).toEqual([]);
    await setOrderStatus(db, { ...change, status: "completed", now: at(0) });
    expect(await queued()).toEqual(["order.status_changed"]);
  });

  test("holds the order as it was then and what changed, and nothing internal", async () => {
    await insertEndpoint(db, { url: receiver.url });
    const before = await order();
    await addEvent(db, "AAAAAAA", "placed", { by: "customer" }, at(0));
    await setOrderStatus(db, { ...change, status: "rejected", reason: "not paid", now: at(1) });
    await addEvent(db, "AAAAAAA", "decision", { kind: "refund", by: boss.email }, at(2));
    const after = await order();
    await addEvent(db, "AAAAAAA", "status", { to: "completed", by: "API key Bot" }, at(2));
    await setOrderNote(db, { ...change, note: "liar", now: at(3) });
    await sendDue(db, at(4));

    const bodies = receiver.received.map(({ body }) => body);
    expect(bodies).toMatchObject([
      { type: "order.placed", createdAt: at(0).toISOString() },
      { type: "order.status_changed" },
      { type: "order.payment_decided" },
      { type: "order.status_changed" },
    ]);
    expect(bodies.map(({ data }) => data)).toEqual([
      { order: publicOrder(before), changed: { by: "customer" } },
      {
        order: publicOrder(after),
        changed: { from: "pending", to: "rejected", reason: "not paid", by: "administrator" },
      },
      { order: publicOrder(after), changed: { decision: "refund", by: "administrator" } },
      { order: publicOrder(after), changed: { to: "completed", by: "api-key" } },
    ]);
    expect(bodies[0]?.data.order).toEqual({
      id: "AAAAAAA",
      status: "pending",
      statusReason: null,
      paymentStatus: "pending",
      paymentMethod: "bitcoin",
      paymentWay: null,
      package: {
        id: "1",
        kind: "coins",
        coins: 70,
        valueCents: null,
        priceCents: 299,
        discountPercent: 0,
      },
      tiktokUsername: "mira",
      tiktokUid: null,
      email: "mira@example.com",
      giftEmail: null,
      totalCents: 1499,
      ...{ couponCode: null, couponCents: 0, creditCents: 0 },
      ...{ country: null, vatBasisPoints: 0, vatCents: 0 },
      ...{ sentBackCents: 0, creditedCents: 0, keptCents: 0 },
      currency: "USD",
      createdAt: "2026-03-11T12:00:00.000Z",
      updatedAt: "2026-03-11T12:00:00.000Z",
      settledAt: null,
      version: 1,
    });
    const sent = receiver.received.map(({ text }) => text).join();
    for (const secret of ["rude", "liar", boss.email, "checkout"])
      expect(sent).not.toContain(secret);
    const stored = JSON.stringify(await db.select().from(webhookDeliveries));
    for (const secret of ["rude", "liar"]) expect(stored).not.toContain(secret);
  });

  test("preserves microseconds and every character of an order", async () => {
    await insertEndpoint(db, { url: receiver.url });
    const tiktokUsername = 'Mïra "\\n" 🙂 مرحبا {}\u2028';
    await db
      .update(orders)
      .set({ tiktokUsername, settledAt: at(0.123), statusReason: "a\tb" })
      .where(eq(orders.id, "AAAAAAA"));
    await addEvent(db, "AAAAAAA", "placed", { by: "payment" }, at(0));
    await sendDue(db, at(1));
    expect(receiver.received[0]?.body.data).toEqual({
      order: publicOrder(await order()),
      changed: { by: "payment" },
    });
  });

  test("goes with its endpoint, and with an order that is removed for good", async () => {
    const first = await insertEndpoint(db);
    await insertEndpoint(db);
    await deleteOrder(db, { ...change, now: at(0) });
    expect(await queued()).toHaveLength(2);
    await db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, first));
    expect(await queued()).toHaveLength(1);
    await purgeDeletedOrders(db, at(31 * 86_400));
    expect(await queued()).toEqual([]);
  });

  test("an endpoint that is deleted while an order changes does not fail that change", async () => {
    if (database.kind === "embedded") return;
    const id = await insertEndpoint(db);
    const deleting = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const deleted = db.transaction(async (tx) => {
      await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
      deleting.resolve();
      await goOn.promise;
    });
    await deleting.promise;
    const changed = setOrderStatus(db, { ...change, status: "completed", now: at(0) });
    await expect
      .poll(() => queryRows(db, sql`select 1 from pg_locks where not granted`))
      .toHaveLength(1);
    goOn.resolve();
    await deleted;
    expect(await changed).toMatchObject({ ok: true });
    expect(await queued()).toEqual([]);
  });
});
