import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addMs } from "#lib/time.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import { permitOf } from "../../tests/permit.ts";
import { orderMailByEmail } from "../limits/limits.server.ts";
import { attempts } from "../limits/tables.ts";
import { boss, insertBoss, insertOrder } from "../loyalty/test-orders.ts";
import type { StopLink } from "../mail/act-mail.ts";
import { mails } from "../mail/tables.ts";
import { STOP_MS } from "../orders/act-mails.server.ts";
import { giveConsent } from "../orders/consent.server.ts";
import { writeAsBuyer } from "../orders/messages.server.ts";
import {
  findAccess,
  grantAccess,
  isTrackingKey,
  trackingKey,
} from "../orders/order-access.server.ts";
import { findOrder, orderHistory } from "../orders/orders.server.ts";
import { orderMessages, orders } from "../orders/tables.ts";
import type { Viewer } from "../orders/tracking.server.ts";
import { withdraw } from "../orders/withdrawals.server.ts";
import { settings } from "../settings/tables.ts";
import { correctRecipient } from "./corrections.server.ts";
import { takeOrder } from "./leases.server.ts";
import { readStop, stopAct } from "./stop-act.server.ts";

const orderId = "AAAAAAA";
const now = new Date("2026-11-21T09:30:00Z");
const thief: Viewer = { visitorHash: "thief", verifiedEmail: null };
const eve = { tiktokUsername: "eve", tiktokUid: null };

describeWhereDatabasesDiffer("an act on an order", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.execute(sql`truncate checkouts, mails, audit_log, settings, attempts cascade`);
    await db.insert(settings).values({ name: "withdrawalEnabled", value: true });
    await insertOrder(db, {
      ...{ id: orderId, buyer: "mira", status: "processing", paymentStatus: "paid" },
      ...{ createdAt: now, settledAt: now },
    });
    // By a link that somebody passed on.
    await grantAccess(db, orderId, "thief", { proven: true, now });
  });

  const order = async () => {
    const found = await findOrder(db, orderId);
    if (!found) throw new Error("there is no order");
    return found;
  };
  const correct = async (account = eve) =>
    correctRecipient(db, {
      ...{ permit: await permitOf(db, "recipient", orderId, thief), order: await order() },
      ...{ account, made: 0, ip: null, now },
    });
  const told = async () => {
    const rows = await db.select().from(mails).where(eq(mails.to, "mira@example.com"));
    return rows.map(({ message }) => message);
  };
  /** The link of the only mail that has one. */
  const linkOf = async (): Promise<StopLink> => {
    const message = (await told()).find((mail) => "stop" in mail);
    if (!message || !("stop" in message) || !message.stop) throw new Error("no link was mailed");
    return message.stop;
  };
  const stop = (link: StopLink, at = now) =>
    stopAct(db, { orderId, link, visitorHash: "owner", ip: null, now: at });

  test("is told to the order's address at once, with a link that undoes it and ends the access of others", async () => {
    const before = await trackingKey(db, orderId);
    expect(await correct()).toMatchObject({ ok: true });
    expect(await told()).toMatchObject([
      { template: "order-act", act: "recipient", from: "mira", to: "eve", trackingKey: before },
    ]);
    const link = await linkOf();
    expect(await readStop(db, { orderId, link, now })).toMatchObject({ type: "recipient" });
    expect(await stop(link)).toEqual({ ok: true, value: "undone" });
    expect(await order()).toMatchObject({ tiktokUsername: "mira", awaitedFrom: "shop" });
    expect(await findAccess(db, orderId, "thief")).toBeNull();
    expect(await findAccess(db, orderId, "owner")).toEqual({ proven: true });
    expect(await isTrackingKey(db, orderId, before), "the link that was passed on").toBe(false);
    const waiting = (await told()).map((mail) => "trackingKey" in mail && mail.trackingKey);
    expect(waiting).toEqual([await trackingKey(db, orderId)]);
    expect(await db.select().from(orderMessages)).toMatchObject([
      { side: "buyer", text: expect.stringContaining("I did not correct the recipient") },
    ]);
    const templates = (await db.select().from(mails)).map(({ to, message }) => [
      to,
      message.template,
    ]);
    expect(templates).toContainEqual([boss.email, "admin-message"]);
    expect((await orderHistory(db, orderId)).at(-2)).toMatchObject({
      ...{ type: "stopped", data: { of: link.eventId, type: "recipient" } },
    });
    await expect(correct()).rejects.toThrow('needs more than "none"');
  });

  test("is stopped once, by its own link, for seven days, and not after the order got another address", async () => {
    await correct();
    const link = await linkOf();
    const invalid = { ok: false, error: "invalid" };
    for (const key of ["", "x".repeat(43), await trackingKey(db, orderId)])
      expect(await stop({ ...link, key })).toEqual(invalid);
    expect(await stop({ ...link, eventId: link.eventId + 1 })).toEqual(invalid);
    expect(await stop(link, addMs(now, STOP_MS))).toEqual(invalid);
    await db.update(orders).set({ email: "kim@example.com" });
    expect(await stop(link)).toEqual(invalid);
    await db.update(orders).set({ email: "mira@example.com" });
    const both = await Promise.all([stop(link), stop(link)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("that can no longer be undone tells the owner, and ends the access all the same", async () => {
    await correct();
    const link = await linkOf();
    await takeOrder(db, { orderId, corrections: 1, actor: boss, now });
    expect(await stop(link)).toEqual({ ok: true, value: "late" });
    expect(await order()).toMatchObject({ tiktokUsername: "eve" });
    expect(await findAccess(db, orderId, "thief")).toBeNull();
  });

  test("of a withdrawal is taken back while it is not decided, and can be declared again", async () => {
    const declare = async (viewer?: Viewer) =>
      withdraw(db, {
        ...{ permit: await permitOf(db, "withdraw", orderId, viewer), name: "Mira Holt", now },
      });
    expect(await declare(thief)).toMatchObject({ ok: true });
    expect(await stop(await linkOf())).toEqual({ ok: true, value: "undone" });
    expect(await order()).toMatchObject({ withdrawal: null });
    expect(await declare()).toMatchObject({ ok: true });
    expect((await told()).map(({ template }) => template)).toEqual([
      "order-withdrawal",
      "order-withdrawal",
    ]);
  });

  test("of a consent is taken back until the order is delivered", async () => {
    const permit = await permitOf(db, "consent", orderId, thief);
    await giveConsent(db, { permit, text: "I agree.", now });
    expect(await order()).toMatchObject({ consentText: "I agree." });
    expect(await stop(await linkOf())).toEqual({ ok: true, value: "undone" });
    expect(await order()).toMatchObject({ consentText: null, consentedAt: null });
  });

  test("of a message is told once a day", async () => {
    const permit = await permitOf(db, "message", orderId, thief);
    for (const text of ["One", "Two"]) await writeAsBuyer(db, { permit, text, now });
    expect(await told()).toMatchObject([{ template: "order-act", act: "message" }]);
    await writeAsBuyer(db, { permit, text: "Three", now: addMs(now, STOP_MS) });
    expect(await told()).toHaveLength(2);
  });

  test("on orders that are not paid mails a stranger no more than their other mails may", async () => {
    await db.update(orders).set({ settledAt: null, paymentStatus: "pending", status: "pending" });
    const permit = await permitOf(db, "message", orderId, thief);
    for (let day = 0; day < 3; day += 1)
      await writeAsBuyer(db, { permit, text: `Day ${day}`, now: addMs(now, day * 1000) });
    expect(await told()).toHaveLength(1);
    for (const name of ["kim", "eve", "bob", "sol"]) {
      // As if it were another order.
      await db.execute(sql`delete from order_events where type = 'recipient'`);
      expect(await correct({ ...eve, tiktokUsername: name })).toMatchObject({ ok: true });
    }
    expect(await told()).toHaveLength(orderMailByEmail.max);
    expect((await db.select().from(attempts)).map(({ count }) => count)).toContain(
      orderMailByEmail.max,
    );
  });
});
