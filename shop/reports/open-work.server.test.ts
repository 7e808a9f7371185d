import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { orderDeliveries } from "../delivery/tables.ts";
import { orders } from "../orders/tables.ts";
import { defaultPaymentPolicy as policy } from "../payments/model/payment.ts";
import { paymentReviews } from "../payments/review/tables.ts";
import { webhookDeliveries, webhookEndpoints } from "../webhooks/tables.ts";
import { insertOrder } from "../loyalty/test-orders.ts";
import { claimMail, enqueueMail, markFailed, markSent } from "../mail/mails.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { storedInvoice } from "../../tests/lightning-payment.ts";
import { checkoutAtPayment, someMail } from "../../tests/make.ts";
import { readOpenWork } from "./open-work.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (hours: number) => new Date(start.getTime() + hours * 60 * 60_000);

describeOnBothDatabases("open work", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());

  test("is empty in a new shop", async () => {
    expect(await readOpenWork(db, start)).toEqual({
      openOrders: { pending: 0, processing: 0 },
      reviews: 0,
      mails: { waiting: 0, oldestSeconds: 0, failed: 0 },
      webhooks: { waiting: 0, oldestSeconds: 0, failed: 0 },
      deliveries: { waiting: 0, oldestSeconds: 0, failed: 0 },
      lightning: { open: 0, orders: 0 },
    });
  });

  test("is open orders by status, reviews, and waiting or failed mails", async () => {
    for (const [id, status] of [
      ["A", "pending"],
      ["B", "pending"],
      ["C", "processing"],
      ["D", "completed"],
      ["E", "rejected"],
    ] as const)
      await insertOrder(db, { id, buyer: "kim", status });
    const { checkout } = await checkoutAtPayment(db, { now: start });
    await storedInvoice(db, { checkoutId: checkout.id, policy, now: start });
    await db.update(orders).set({ byLightning: true }).where(eq(orders.id, "D"));
    await insertOrder(db, { id: "F", buyer: "kim", status: "pending", deletedAt: start });
    const sats = { receivedSats: 1, missingSats: 0, excessSats: 1 };
    await db
      .insert(paymentReviews)
      .values({ txid: "t", vout: 0, reason: "unclaimed", since: start, ...sats });

    await enqueueMail(db, { ...someMail("given-up"), now: start });
    const mail = await claimMail(db, at(24));
    if (mail) await markFailed(db, mail, "550 no such mailbox", at(24));
    await enqueueMail(db, { ...someMail("sent"), now: at(24) });
    await markSent(db, someMail("sent"), at(24));
    await enqueueMail(db, { ...someMail("waits"), now: at(24) });
    await enqueueMail(db, { ...someMail("waits-too"), now: at(25) });

    const [endpoint] = await db
      .insert(webhookEndpoints)
      .values({
        url: "https://a.example",
        events: [],
        secret: "",
        createdAt: start,
        updatedAt: start,
      })
      .returning({ endpointId: webhookEndpoints.id });
    const delivery = { endpointId: 0, ...endpoint, type: "webhook.test" as const };
    await db.insert(webhookDeliveries).values([
      { ...delivery, createdAt: start, nextAttemptAt: start, failedAt: at(24) },
      { ...delivery, createdAt: start, nextAttemptAt: start, deliveredAt: start },
      { ...delivery, createdAt: at(25), nextAttemptAt: at(30) },
    ]);

    await insertOrder(db, { id: "G", buyer: "kim", status: "processing" });
    await insertOrder(db, { id: "H", buyer: "kim", status: "processing" });
    const asked = { buyer: "kim", awaitedFrom: "buyer", awaitedSince: start } as const;
    await insertOrder(db, { id: "I", status: "processing", ...asked });
    await db.insert(orderDeliveries).values([
      { orderId: "I", since: start, nextAttemptAt: at(27) },
      { orderId: "C", since: at(25), nextAttemptAt: at(27) },
      { orderId: "G", since: at(24), failedAt: at(25) },
      { orderId: "H", since: start, deliveredAt: at(25) },
      { orderId: "E", since: start, nextAttemptAt: at(27) },
    ]);

    expect(await readOpenWork(db, at(26))).toEqual({
      openOrders: { pending: 2, processing: 4 },
      reviews: 1,
      mails: { waiting: 2, oldestSeconds: 7200, failed: 1 },
      webhooks: { waiting: 1, oldestSeconds: 3600, failed: 1 },
      deliveries: { waiting: 1, oldestSeconds: 7200, failed: 1 },
      lightning: { open: 1, orders: 1 },
    });
    // Work that came after `now` was taken.
    expect((await readOpenWork(db, start)).mails).toMatchObject({ waiting: 2, oldestSeconds: 0 });
    expect((await readOpenWork(db, at(24 + 8 * 24))).mails.failed).toBe(0);
  });
});
