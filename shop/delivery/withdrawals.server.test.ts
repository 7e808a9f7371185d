import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { permitOf } from "../../tests/permit.ts";
import type { Database, Db } from "#db/client.server.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import { auditLog } from "../audit/tables.ts";
import { boss, insertActor, insertBoss, insertOrder } from "../loyalty/test-orders.ts";
import { mails } from "../mail/tables.ts";
import { orderHistory } from "../orders/orders.server.ts";
import { orderMessages, orders } from "../orders/tables.ts";
import {
  decideWithdrawal,
  listWithdrawals,
  readWithdrawal,
  withdraw,
} from "../orders/withdrawals.server.ts";
import { countDecisions } from "../payments/review/review-list.server.ts";
import { settings } from "../settings/tables.ts";
import { takeOrder } from "./leases.server.ts";
import { listUndelivered } from "./undelivered.server.ts";

const placedAt = new Date("2026-11-20T08:00:00Z");
const now = new Date("2026-11-21T09:30:00Z");
const declared = { orderId: "AAAAAAA", name: "Mira Holt", email: "mira@example.com" };

describeWhereDatabasesDiffer("withdrawals from a contract", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.execute(sql`truncate checkouts, mails, audit_log, settings cascade`);
    await db.insert(settings).values({ name: "withdrawalEnabled", value: true });
    await insertOrder(db, {
      ...{ id: "AAAAAAA", buyer: "mira", status: "processing", paymentStatus: "paid" },
      ...{ createdAt: placedAt, settledAt: placedAt },
    });
  });

  const order = async () => {
    const [row] = await db.select().from(orders).where(eq(orders.id, "AAAAAAA"));
    if (!row) throw new Error("the order is gone");
    return row;
  };
  const templates = async () =>
    (await db.select().from(mails).orderBy(mails.key)).map(({ to, message }) => [
      message.template,
      to,
    ]);
  const withdrawAt = async (at = now) => {
    const permit = await permitOf(db, "withdraw", "AAAAAAA");
    return withdraw(db, { permit, name: declared.name, now: at });
  };
  const undelivered = async () =>
    (await listUndelivered(db, { limit: 10, now })).map(({ id }) => id);

  test("is received once, with its time, confirmed by mail, and holds the delivery", async () => {
    expect(await undelivered()).toEqual(["AAAAAAA"]);
    const both = [withdrawAt(), withdrawAt()];
    expect((await Promise.all(both)).map(({ ok }) => ok)).toEqual([true, true]);
    expect(await readWithdrawal(db, await order())).toEqual({
      ...{ state: "open", receivedAt: now, email: declared.email },
    });
    const [mail] = await db.select().from(mails).where(eq(mails.to, declared.email));
    expect(await templates()).toEqual([
      ["order-withdrawal", declared.email],
      ["admin-withdrawal", boss.email],
    ]);
    expect(mail?.message).toMatchObject({ name: "Mira Holt", receivedAt: now.toISOString() });
    expect(await undelivered()).toEqual([]);
    expect(await takeOrder(db, { orderId: "AAAAAAA", actor: boss, now })).toMatchObject({
      error: "set-aside",
    });
    expect(await listWithdrawals(db)).toMatchObject([{ ...declared, goods: { coins: 70 } }]);
    expect(await countDecisions(db)).toBe(1);
  });

  test("is refused while it is switched off, and when the right has ended", async () => {
    const closed = { ok: false, error: "closed" };
    const late = new Date("2026-12-05T00:00:00Z");
    expect(await withdrawAt(late)).toEqual(closed);
    await db.update(settings).set({ value: false });
    expect(await withdrawAt()).toEqual(closed);
    expect(await templates()).toEqual([]);
  });

  const decide = (declinedFor: string | null, actor = boss) =>
    decideWithdrawal(db, { orderId: "AAAAAAA", declinedFor, actor, now });

  test("accepted, it rejects the order, and is decided once", async () => {
    await withdrawAt();
    const outcomes = await Promise.all([decide(null), decide(null)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await decide("no")).toEqual({ ok: false, error: "decided" });
    expect(await order()).toMatchObject({
      ...{ status: "rejected", withdrawal: "accepted" },
      statusReason: "you withdrew from the contract",
    });
    expect(await templates()).toEqual([
      ["order-failed", "mira@example.com"],
      ["order-withdrawal", declared.email],
      ["admin-withdrawal", boss.email],
    ]);
    expect(await countDecisions(db)).toBe(0);
    expect(await listWithdrawals(db)).toEqual([]);
    const events = (await orderHistory(db, "AAAAAAA")).map(({ type }) => type);
    expect(events).toEqual(["withdrawal", "withdrawal", "status"]);
  });

  test("declined, the order goes on, and the buyer gets the reason", async () => {
    await withdrawAt();
    expect(await decide("The coins are yours already.")).toMatchObject({ ok: true });
    expect(await order()).toMatchObject({ status: "processing", withdrawal: "declined" });
    expect(await db.select().from(orderMessages)).toMatchObject([
      { side: "shop", text: "The coins are yours already." },
    ]);
    expect(await undelivered()).toEqual(["AAAAAAA"]);
    const audited = (await db.select().from(auditLog)).map(({ action }) => action);
    expect(audited).toContain("order.withdrawal-declined");
    expect(await withdrawAt()).toEqual({ ok: false, error: "closed" });
  });

  test("is decided by nobody else", async () => {
    await withdrawAt();
    const lena = await insertActor(db, "lena@example.com", "customer");
    expect(await decide(null, lena)).toEqual({ ok: false, error: "forbidden" });
    expect((await order()).withdrawal).toBe("open");
  });
});
