import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, DAY_MS, MINUTE_MS } from "#lib/time.ts";
import { permitOf } from "../../tests/permit.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import type { Actor } from "../audit/audit.ts";
import { auditLog } from "../audit/tables.ts";
import { boss, insertActor, insertBoss, insertOrder } from "../loyalty/test-orders.ts";
import { claimMail } from "../mail/mails.server.ts";
import { mails } from "../mail/tables.ts";
import { readWaiting } from "../reports/waiting.server.ts";
import { purgeDeletedOrders } from "../payments/purge-orders.server.ts";
import { stopAwaiting, writeAsAdministrator, writeAsBuyer } from "./messages.server.ts";
import { openAsAdministrator, openAsBuyer, readConversations } from "./conversation.server.ts";
import { deleteOrder, setOrderStatus } from "./order-changes.server.ts";
import { grantAccess } from "./order-access.server.ts";
import { findOrder, orderHistory } from "./orders.server.ts";
import { orderMessages } from "./tables.ts";
import type { Viewer } from "./tracking.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const later = (minutes: number) => addMs(now, minutes * MINUTE_MS);
const orderId = "AAAAAAA";
const owner: Viewer = { visitorHash: null, verifiedEmail: "Mira@example.com" };

describeWhereDatabasesDiffer("the conversation on an order", (openFresh) => {
  let database: Database;
  let db: Db;
  let customer: Actor;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    customer = await insertActor(db, "customer@example.com", "customer");
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.execute(sql`truncate checkouts, mails cascade`);
    await insertOrder(db, { id: orderId, buyer: "mira", status: "pending", createdAt: now });
  });

  const stored = async () => {
    const order = await findOrder(db, orderId);
    if (!order) throw new Error("there is no order");
    return order;
  };
  const ask = async (text: string, at = now, viewer = owner) =>
    writeAsBuyer(db, { permit: await permitOf(db, "message", orderId, viewer), text, now: at });
  const answer = (text: string, at = now, actor = boss) =>
    writeAsAdministrator(db, { orderId, text, actor, now: at });
  const openBuyer = async (at = now, viewer = owner) =>
    openAsBuyer(db, await stored(), {
      permit: await permitOf(db, "messages", orderId, viewer),
      now: at,
    });
  const queued = async () =>
    (await db.select().from(mails).orderBy(asc(mails.createdAt), asc(mails.key))).map(
      ({ to, message, nextAttemptAt }) => [to, message.template, nextAttemptAt],
    );

  test("goes both ways, with links in the mails and nothing of the text", async () => {
    expect(await ask("When does it\u202E come?")).toEqual({ ok: true, value: undefined });
    expect(await stored()).toMatchObject({ awaitedFrom: "shop", awaitedSince: now });
    expect((await readWaiting(db, later(5))).messages).toEqual({ count: 1, minutes: 5 });
    expect(await openAsAdministrator(db, orderId, later(1))).toMatchObject([
      { side: "buyer", writtenBy: null, text: "When does it\uFFFD come?", at: now },
    ]);
    expect(await answer("Today.", later(2))).toEqual({ ok: true, value: undefined });
    expect(await stored()).toMatchObject({ awaitedFrom: null, awaitedSince: null });
    expect(await openBuyer(later(3))).toMatchObject({
      state: "open",
      asked: false,
      messages: [{ side: "buyer" }, { side: "shop", writtenBy: null, text: "Today." }],
    });
    expect(await queued()).toEqual([
      ["mira@example.com", "order-act", now],
      ["boss@example.com", "admin-message", now],
      ["mira@example.com", "order-message", later(2)],
    ]);
    const texts = JSON.stringify(await db.select().from(mails));
    for (const secret of ["Today", "When"]) expect(texts).not.toContain(secret);
    expect((await orderHistory(db, orderId)).map(({ type, data }) => [type, data])).toEqual([
      ["message", { by: "customer" }],
      ["message", { by: boss.email }],
    ]);
    expect(
      await db.select().from(auditLog).where(eq(auditLog.action, "order.message")),
    ).toMatchObject([{ actorEmail: boss.email, subjectId: orderId, data: {} }]);
    expect((await readConversations(db, [orderId])).get(orderId)).toHaveLength(2);
  });

  test("several messages before the other side has read are one mail; a later one waits, and is withdrawn once read", async () => {
    await answer("One");
    await answer("Two", later(1));
    expect(await queued()).toHaveLength(1);
    expect((await claimMail(db, later(1)))?.to).toBe("mira@example.com");
    await openBuyer(later(2));
    await answer("Three", later(3));
    await answer("Four", later(4));
    expect((await queued()).map(([, , at]) => at)).toContainEqual(later(15));
    expect(await queued()).toHaveLength(2);
    await openBuyer(later(5));
    expect(await queued()).toHaveLength(1);
    await answer("Five", later(20));
    expect((await queued()).at(-1)?.[2]).toEqual(later(20));

    await ask("A", later(30));
    await openAsAdministrator(db, orderId, later(31));
    await ask("B", later(32));
    expect((await queued()).filter(([to]) => to === boss.email)).toHaveLength(2);
    await openAsAdministrator(db, orderId, later(33));
    expect((await queued()).filter(([to]) => to === boss.email)).toHaveLength(1);
  });

  test("two messages at once are both kept, with one mail; a form that is sent twice is one message", async () => {
    await Promise.all([ask("One"), ask("Two")]);
    await Promise.all([answer("Three"), answer("Three")]);
    const messages = await openAsAdministrator(db, orderId, now);
    expect(messages.map(({ text }) => text).toSorted()).toEqual(["One", "Three", "Two"]);
    const templates = (await queued()).map(([, template]) => template);
    expect(new Set(templates)).toEqual(new Set(["admin-message", "order-act", "order-message"]));
    expect(templates).toHaveLength(3);
    expect((await stored()).version).toBe(4);
  });

  test("order id and email do not suffice, and show nothing of it", async () => {
    await answer("Secret");
    const looker: Viewer = { visitorHash: "looker", verifiedEmail: null };
    await grantAccess(db, orderId, "looker", { proven: false, now });
    const unproven = 'needs more than "seen"';
    for (const viewer of [looker, { ...looker, verifiedEmail: "eve@example.com" }]) {
      await expect(openBuyer(now, viewer)).rejects.toThrow(unproven);
      await expect(ask("Mine", now, viewer)).rejects.toThrow(unproven);
    }
    const [message] = await db.select().from(orderMessages);
    expect(message?.readAt).toBeNull();
    await grantAccess(db, orderId, "looker", { proven: true, now });
    expect((await openBuyer(now, looker)).messages).toHaveLength(1);
    expect(await answer("Mine", now, customer)).toEqual({ ok: false, error: "forbidden" });
  });

  test("it closes 60 days after the order ended, until the shop writes again", async () => {
    const change = { orderId, version: null, actor: boss, now };
    await setOrderStatus(db, { ...change, status: "rejected" });
    await setOrderStatus(db, { ...change, status: "completed" });
    const days = (count: number) => addMs(now, count * DAY_MS);
    expect(await ask("Thanks", days(59))).toMatchObject({ ok: true });
    expect(await ask("Again", days(60))).toEqual({ ok: false, error: "closed" });
    expect(await answer("Yes?", days(70))).toMatchObject({ ok: true });
    expect(await ask("Again", days(71))).toMatchObject({ ok: true });
    expect((await openBuyer(days(200))).state).toBe("closed");
  });

  test("a message is not answered by the order going on, but by hand; it is purged with its order", async () => {
    await ask("Stop, wrong name");
    const change = { orderId, version: null, actor: boss, now };
    await setOrderStatus(db, { ...change, status: "processing" });
    expect((await stored()).awaitedFrom).toBe("shop");
    expect(await stopAwaiting(db, { ...change, actor: customer })).toMatchObject({ ok: false });
    expect(await stopAwaiting(db, change)).toMatchObject({ ok: true });
    expect((await stored()).awaitedFrom).toBeNull();
    await ask("Hello?", later(1));
    await deleteOrder(db, change);
    expect((await readWaiting(db, later(5))).messages.count).toBe(0);
    expect(await answer("Too late")).toEqual({ ok: false, error: "not-found" });
    expect(await purgeDeletedOrders(db, addMs(now, 31 * DAY_MS))).toBe(1);
    expect(await db.$count(orderMessages)).toBe(0);
  });
});
