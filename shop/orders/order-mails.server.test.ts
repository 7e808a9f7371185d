import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { users } from "../accounts/tables.ts";
import { mails } from "../mail/tables.ts";
import { settings } from "../settings/tables.ts";
import { confirmOrder } from "../checkout/confirm-order.server.ts";
import { renderMail } from "../mail/render.server.tsx";
import { recordOutputs } from "../payments/outputs.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { recordTip } from "#shop/payments/poller/watch.server.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import { completeMessage } from "../../tests/complete-mails.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { deleteCheckouts, onlyBitcoin, placedOrder, seenOutput } from "../../tests/make.ts";
import type { OrderStatus } from "./order.ts";
import { setOrderStatus } from "./order-changes.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const boss = { id: "robin", email: "robin@example.com", ip: null };

describeOnBothDatabases("mails about orders", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    const person = { name: "Robin", referralCode: "ROBIN" };
    await db.insert(users).values([
      { ...person, id: "robin", email: "robin@example.com", role: "admin" },
      { ...person, id: "kim", email: "kim@example.com", role: "admin", referralCode: "KIM" },
      { ...person, id: "mira", email: "holt@example.com", referralCode: "MIRA" },
      {
        ...person,
        id: "gone",
        email: "gone@example.com",
        role: "admin",
        referralCode: "GONE",
        blockedAt: now,
      },
    ]);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteCheckouts(db);
    await db.delete(settings);
    await recordTip(db, { height: 100, hash: "block-100" }, now);
  });

  const turnOff = (name: string) => db.insert(settings).values({ name, value: false });
  const set = (orderId: string, status: OrderStatus, reason?: string) =>
    setOrderStatus(db, { orderId, version: null, status, reason, actor: boss, now });
  const pay = (address: string, sats: number, at = now) =>
    recordOutputs(db, {
      address,
      complete: true,
      rateCents: null,
      outputs: [seenOutput(sats, { txid: address, height: 100, time: at })],
      policy,
      now: at,
    });
  const sent = async (template: string) => {
    const found = await db.select().from(mails).orderBy(mails.createdAt);
    return found.filter(({ message }) => message.template === template);
  };
  const receivers = async (template: string) =>
    (await sent(template)).map(({ to }) => to).toSorted();

  test("the customer gets a mail when the order is completed, and when it is rejected, with the reason", async () => {
    const { orderId } = await placedOrder(db, { now });
    await set(orderId, "completed");
    await set(orderId, "completed");
    await set(orderId, "rejected", "wrong account");
    expect(await sent("order-completed")).toMatchObject([
      { to: "mira@example.com", message: { orderId, coins: 350, reason: null } },
    ]);
    expect(await sent("order-failed")).toMatchObject([
      { to: "mira@example.com", message: { orderId, reason: "wrong account" } },
    ]);
    await set(orderId, "completed");
    expect(await sent("order-completed")).toHaveLength(2);
  });

  test("no mail of a kind that is switched off, and none for other changes", async () => {
    for (const name of ["orderCompleted", "orderFailed", "newOrders", "orderConfirmation"])
      await turnOff(name);
    const { orderId } = await placedOrder(db, { now });
    for (const status of ["completed", "rejected", "processing", "pending"] as const)
      await set(orderId, status);
    expect(await db.select().from(mails)).toEqual([]);
  });

  test("every administrator who is not blocked gets a mail about a new order, once", async () => {
    const { visitorHash, checkout } = await placedOrder(db, { now });
    await confirmOrder(db, {
      offers: onlyBitcoin,
      visitorHash,
      checkoutId: checkout.id,
      policy,
      now,
    });
    expect(await receivers("admin-order")).toEqual(["kim@example.com", "robin@example.com"]);
  });

  test("administrators get a mail when a payment settles, once, and when it is reversed", async () => {
    const { address, sats } = await placedOrder(db, { now });
    await pay(address, sats);
    await pay(address, sats);
    expect(await receivers("admin-payment")).toEqual(["kim@example.com", "robin@example.com"]);
    const [mail] = await sent("admin-payment");
    expect(mail?.message).toMatchObject({ status: "paid", receivedSats: sats, dueSats: sats });
    await recordOutputs(db, {
      address,
      complete: true,
      rateCents: null,
      outputs: [],
      policy,
      now: addMs(now, MINUTE_MS),
    });
    const statuses = (await sent("admin-payment")).map(({ message }) =>
      "status" in message ? message.status : null,
    );
    expect(statuses).toEqual(["paid", "paid", "reversed", "reversed"]);
  });

  test("and when it is too much, or too little and too late; not while it may still come right", async () => {
    const over = await placedOrder(db, { now });
    await pay(over.address, over.sats * 2);
    const under = await placedOrder(db, { now });
    await pay(under.address, 5_000);
    const statusesTo = async (to: string) =>
      (await sent("admin-payment"))
        .filter((mail) => mail.to === to)
        .map(({ message }) => ("status" in message ? message.status : null));
    expect(await statusesTo("kim@example.com")).toEqual(["overpaid"]);
    await pay(under.address, 5_000, new Date(now.getTime() + 2 * 60 * 60_000));
    expect(await statusesTo("kim@example.com")).toEqual(["overpaid", "review"]);
  });

  test("none about payments when that is switched off", async () => {
    await turnOff("paymentConfirmations");
    const { address, sats } = await placedOrder(db, { now });
    await pay(address, sats);
    expect(await sent("admin-payment")).toEqual([]);
  });

  test("each of them is put into words, with a link to where it is dealt with", async () => {
    const { address, sats, orderId } = await placedOrder(db, { now });
    await pay(address, sats);
    await set(orderId, "completed");
    await set(orderId, "rejected", "not paid");
    const shop = {
      shopName: "Münzen",
      supportEmail: "help@example.com",
      appUrl: "https://shop.example",
    };
    const rendered = await Promise.all(
      (await db.select().from(mails)).map(async (mail) =>
        renderMail(await completeMessage(db, mail), shop),
      ),
    );
    const said = rendered.map(({ subject, text }) => `${subject}\n${text}`).join("\n\n");
    for (const words of [
      `Münzen: new order ${orderId}`,
      `Münzen: order ${orderId} is paid`,
      `Münzen: order ${orderId} is completed`,
      `Münzen: order ${orderId} was rejected`,
      "Reason: not paid.",
      `https://shop.example/admin/orders/${orderId}`,
      `https://shop.example/track-order?orderId=${orderId}&key=`,
      "help@example.com",
      "Admin Notifications",
    ])
      expect(said).toContain(words);
  });
});
