import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { permitOf } from "../../tests/permit.ts";
import type { Database, Db } from "#db/client.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { recordTip } from "#shop/payments/poller/watch.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { checkoutAtPayment, deleteCheckouts, onlyBitcoin, seenOutput } from "../../tests/make.ts";
import { mails } from "../mail/tables.ts";
import { giveConsent } from "../orders/consent.server.ts";
import { orderHistory } from "../orders/orders.server.ts";
import { orders } from "../orders/tables.ts";
import { recordOutputs } from "../payments/outputs.server.ts";
import { settings } from "../settings/tables.ts";
import { confirmOrder } from "./confirm-order.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const later = new Date("2026-11-20T09:00:00Z");
const text = "I agree that you deliver at once.";

describeOnBothDatabases("consent to immediate delivery", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteCheckouts(db);
    await db.execute(sql`truncate settings`);
    await recordTip(db, { height: 100, hash: "block-100" }, now);
  });

  type Opened = Awaited<ReturnType<typeof checkoutAtPayment>>;
  const confirm = async ({ visitorHash, checkout }: Opened, consent: string | null) => {
    const confirmed = await confirmOrder(db, {
      ...{ visitorHash, checkoutId: checkout.id, offers: onlyBitcoin, policy, consent, now: later },
    });
    if (!confirmed.ok) throw new Error(confirmed.error);
    return confirmed.value;
  };
  const pay = ({ address, sats }: Opened) =>
    recordOutputs(db, {
      ...{ address, outputs: [seenOutput(sats, { height: 100 })], complete: true, policy },
      ...{ rateCents: 10_000_000, now },
    });
  /** What the mails to the buyer say of a consent. */
  const mailed = async () =>
    (await db.select().from(mails).orderBy(mails.createdAt)).flatMap(({ message }) =>
      "consent" in message ? [[message.template, message.consent]] : [],
    );

  test("is stored with the order that it is given with, and repeated in its confirmation", async () => {
    const order = await confirm(await checkoutAtPayment(db, { now }), text);
    expect(order).toMatchObject({ consentText: text, consentedAt: later });
    const consent = { text, at: later.toISOString() };
    expect(await mailed()).toEqual([["order-placed", consent]]);
    const without = await confirm(await checkoutAtPayment(db, { now }), null);
    expect(without).toMatchObject({ consentText: null, consentedAt: null });
    expect(await mailed()).toHaveLength(1);
  });

  test("has a mail of its own where the confirmation of orders is off", async () => {
    await db.insert(settings).values({ name: "orderConfirmation", value: false });
    await confirm(await checkoutAtPayment(db, { now }), text);
    expect(await mailed()).toEqual([["order-consent", { text, at: later.toISOString() }]]);
  });

  test("a payment that places the order gives none; it counts once the buyer confirms after that", async () => {
    const opened = await checkoutAtPayment(db, { now });
    await pay(opened);
    const [placed] = await db.select().from(orders);
    expect(placed).toMatchObject({ status: "processing", consentedAt: null });
    const order = await confirm(opened, text);
    expect(order).toMatchObject({ id: placed?.id, consentText: text, consentedAt: later });
    await confirm(opened, text);
    expect(await mailed()).toEqual([["order-consent", { text, at: later.toISOString() }]]);
    const events = await orderHistory(db, order.id);
    expect(events.filter(({ type }) => type === "consent")).toHaveLength(1);
  });

  test("can be given on the order's page once, until the coins are delivered", async () => {
    const order = await confirm(await checkoutAtPayment(db, { now }), null);
    const give = async (orderId: string) =>
      giveConsent(db, { permit: await permitOf(db, "consent", orderId), text, now: later });
    expect(await give(order.id)).toMatchObject({ ok: true });
    expect(await give(order.id)).toEqual({ ok: false, error: "closed" });
    expect(await mailed()).toHaveLength(1);
    const delivered = await confirm(await checkoutAtPayment(db, { now }), null);
    await db.update(orders).set({ status: "completed" }).where(eq(orders.id, delivered.id));
    expect(await give(delivered.id)).toEqual({ ok: false, error: "closed" });
  });
});
