import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import { permitOf } from "../../tests/permit.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import type { Actor } from "../audit/audit.ts";
import { boss, insertActor, insertBoss, insertOrder } from "../loyalty/test-orders.ts";
import { mails } from "../mail/tables.ts";
import { stopAwaiting, writeAsAdministrator, writeAsBuyer } from "../orders/messages.server.ts";
import { findOrder } from "../orders/orders.server.ts";
import { placeInQueue } from "../orders/wait-times.server.ts";
import { countToDeliver } from "../reports/open-work.server.ts";
import { orderMessages } from "../orders/tables.ts";
import { correctRecipient } from "./corrections.server.ts";
import { completeDelivery } from "./deliver.server.ts";
import { takeOrder } from "./leases.server.ts";
import { askBuyer } from "./questions.server.ts";
import { claimDue, onlyPaidOrder } from "./test-delivery.ts";
import { countSetAside } from "./undelivered.server.ts";
import { readWorkList } from "./work-list.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const later = (minutes: number) => addMs(now, minutes * MINUTE_MS);
const orderId = "AAAAAAA";

describeWhereDatabasesDiffer("asking the buyer of an order", (openFresh) => {
  let database: Database;
  let db: Db;
  let nora: Actor;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    nora = await insertActor(db, "nora@example.com", "admin");
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await onlyPaidOrder(db, orderId, now);
    await insertOrder(db, {
      id: "BBBBBBB",
      buyer: "kim",
      status: "processing",
      paymentStatus: "paid",
      createdAt: later(1),
      settledAt: later(1),
    });
  });

  const stored = async () => {
    const order = await findOrder(db, orderId);
    if (!order) throw new Error("there is no order");
    return order;
  };
  const ask = (actor = boss, version = 1) =>
    askBuyer(db, { orderId, version, text: "Is the name right?", actor, now });
  const reply = async (text = "Yes") =>
    writeAsBuyer(db, { permit: await permitOf(db, "message", orderId), text, now: later(2) });
  const listed = async () => (await readWorkList(db, { now: later(3) })).orders;
  const ids = async () => (await listed()).map(({ id }) => id);

  test("sets it aside, for people and the adapter, until it is answered; then it is in its place again", async () => {
    await takeOrder(db, { orderId, actor: boss, now });
    expect(await ask()).toMatchObject({ ok: true });
    expect(await ids()).toEqual(["BBBBBBB"]);
    expect(await countToDeliver(db)).toEqual({ toDeliver: 1, setAside: 1 });
    expect(await placeInQueue(db, orderId)).toBeNull();
    expect((await claimDue(db, now)).map((claimed) => claimed.orderId)).toEqual(["BBBBBBB"]);
    expect(await takeOrder(db, { orderId, actor: nora, now })).toEqual({
      ok: false,
      error: "set-aside",
    });
    await writeAsAdministrator(db, { orderId, text: "And the UID?", actor: nora, now: later(1) });
    expect(await countSetAside(db), "another message does not end the wait").toBe(1);

    await reply();
    expect(await ids()).toEqual([orderId, "BBBBBBB"]);
    expect((await listed()).map(({ message }) => message)).toEqual(["Yes", null]);
    const { version } = await stored();
    const complete = { orderId, confirmed: false, actor: boss, now: later(3) };
    expect(await completeDelivery(db, { ...complete, version: 1 })).toMatchObject({
      error: "stale",
    });
    expect(await completeDelivery(db, { ...complete, version })).toMatchObject({ ok: true });
    expect((await stored()).awaitedFrom, "completing it answers what was shown there").toBeNull();
  });

  test("a correction of the recipient answers as well, and an administrator can go on without", async () => {
    await ask();
    const account = { tiktokUsername: "mira.holt", tiktokUid: null };
    const order = await stored();
    const permit = await permitOf(db, "recipient", orderId);
    expect(
      await correctRecipient(db, { permit, order, account, made: 0, ip: null, now }),
    ).toMatchObject({ ok: true });
    expect(await ids()).toEqual([orderId, "BBBBBBB"]);
    await ask(boss, (await stored()).version);
    expect(await ids()).toEqual(["BBBBBBB"]);
    await stopAwaiting(db, { orderId, actor: nora, now });
    expect(await ids()).toEqual([orderId, "BBBBBBB"]);
    expect((await claimDue(db, later(3))).map((claimed) => claimed.orderId)).toContain(orderId);
  });

  test("nobody asks about an order that another delivers, that was changed, or that is not to be delivered", async () => {
    await takeOrder(db, { orderId, actor: nora, now });
    expect(await ask()).toEqual({ ok: false, error: "taken" });
    expect(await ask(nora, 7)).toEqual({ ok: false, error: "stale" });
    await completeDelivery(db, { orderId, version: 1, confirmed: true, actor: nora, now });
    expect(await ask(nora, 2)).toEqual({ ok: false, error: "unchanged" });
    expect(await db.$count(orderMessages)).toBe(0);
    expect(await db.$count(mails, eq(mails.to, "mira@example.com"))).toBe(1);
  });

  test("ask, take and complete at once: either it is asked and nobody delivers it, or it is not asked", async () => {
    for (const first of ["ask", "take", "complete"] as const) {
      await onlyPaidOrder(db, orderId, now);
      const run = {
        ask: () => ask(),
        take: () => takeOrder(db, { orderId, actor: nora, now }),
        complete: () =>
          completeDelivery(db, { orderId, version: 1, confirmed: false, actor: boss, now }),
      };
      const names = [first, ...(["ask", "take", "complete"] as const).filter((n) => n !== first)];
      const results = await Promise.all(names.map(async (name) => [name, (await run[name]()).ok]));
      const done = Object.fromEntries(results) as Record<(typeof names)[number], boolean>;
      const order = await stored();
      expect(Number(done.ask) + Number(done.complete), first).toBeLessThanOrEqual(1);
      expect(order.status === "completed").toBe(done.complete);
      expect(order.awaitedFrom === "buyer").toBe(done.ask);
      if (done.ask) expect(done.take).toBe(false);
    }
  });

  test("ask and answer at once leave the order where the later of them put it", async () => {
    const [asked] = await Promise.all([ask(), reply()]);
    const { awaitedFrom } = await stored();
    expect(awaitedFrom).toBe("shop");
    expect(await ids()).toContain(orderId);
    expect(asked.ok || asked.error).toBeTruthy();
  });
});
