import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { sql } from "drizzle-orm";
import { apiKeys } from "../api-keys/tables.ts";
import { auditLog } from "../audit/tables.ts";
import { mails } from "../mail/tables.ts";
import { orders } from "./tables.ts";
import { actorOfKey, createApiKey } from "../api-keys/api-keys.server.ts";
import type { Actor } from "../audit/audit.ts";
import { boss, insertBoss, insertOrder } from "../loyalty/test-orders.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { setStatusByKey } from "./order-by-key.server.ts";
import { deleteOrder, setOrderStatus } from "./order-changes.server.ts";
import { orderHistory } from "./orders.server.ts";
import { publicEvent } from "./public-event.ts";

const now = new Date("2026-11-20T08:00:00Z");

describeOnBothDatabases("the status of an order, set with an API key", (openFresh) => {
  let database: Database;
  let db: Db;
  let bot: Actor;
  let reader: Actor;
  const actorWith = async (name: string, scope: "orders:read" | "orders:write") => {
    const values = { name, scopes: [scope], lifetime: "never" as const };
    const made = await createApiKey(db, { values, mode: "live", actor: boss, now });
    if (!made.ok) throw new Error(made.error);
    return actorOfKey(made.value.key, "203.0.113.7");
  };
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    bot = await actorWith("Bot", "orders:write");
    reader = await actorWith("Reader", "orders:read");
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.execute(sql`truncate checkouts, audit_log, mails cascade`);
    await db.execute(sql`select rebuild_metrics()`);
    await insertOrder(db, { id: "AAAAAAA", buyer: "mira", status: "processing" });
  });

  const change = {
    orderId: "AAAAAAA",
    status: "completed" as const,
    versions: null as number[] | null,
    now,
  };

  test("is set as by an administrator, with mail, event and an entry of the key's", async () => {
    const result = await setStatusByKey(db, { ...change, versions: [7, 1], actor: bot });
    expect(result).toMatchObject({ ok: true, value: { status: "completed", version: 2 } });
    const entries = await db.select().from(auditLog).orderBy(asc(auditLog.id));
    expect(entries).toMatchObject([
      {
        action: "order.status",
        actorId: bot.id,
        actorEmail: "API key Bot",
        ip: "203.0.113.7",
        subjectId: "AAAAAAA",
        data: { from: "processing", to: "completed" },
      },
    ]);
    expect((await orderHistory(db, "AAAAAAA")).map(publicEvent)).toEqual([
      {
        type: "status",
        at: now.toISOString(),
        from: "processing",
        to: "completed",
        reason: null,
        by: "api-key",
        key: "Bot",
      },
    ]);
    const sent = await db.select().from(mails);
    expect(sent.map(({ message }) => message.template)).toEqual(["order-completed"]);
  });

  test("stays as it is when it is so already, whatever version was looked at", async () => {
    const again = { ...change, status: "processing" as const, versions: [9], actor: bot };
    expect(await setStatusByKey(db, again)).toMatchObject({ ok: true, value: { version: 1 } });
    expect(await db.$count(auditLog)).toBe(0);
  });

  test("fails when the order was changed since, and when it is gone", async () => {
    await setOrderStatus(db, { ...change, status: "pending", version: 1, actor: boss });
    const stale = await setStatusByKey(db, { ...change, versions: [1], actor: bot });
    expect(stale).toEqual({ ok: false, error: "stale" });
    expect(await setStatusByKey(db, { ...change, versions: [], actor: bot })).toEqual(stale);
    await deleteOrder(db, { ...change, version: null, actor: boss });
    const gone = await setStatusByKey(db, { ...change, actor: bot });
    expect(gone).toEqual({ ok: false, error: "not-found" });
  });

  test("is forbidden without the right, with a revoked key, and to other actors", async () => {
    const forbidden = { ok: false, error: "forbidden" };
    for (const actor of [reader, boss, { ...bot, id: null }, { ...bot, id: "x" }])
      expect(await setStatusByKey(db, { ...change, actor })).toEqual(forbidden);
    await db
      .update(apiKeys)
      .set({ revokedAt: now })
      .where(eq(apiKeys.id, bot.id ?? ""));
    expect(await setStatusByKey(db, { ...change, actor: bot })).toEqual(forbidden);
    await db.update(apiKeys).set({ revokedAt: null });
    // An API key is not an administrator.
    const asOffice = { ...change, version: null, actor: bot };
    expect(await setOrderStatus(db, asOffice)).toEqual(forbidden);
    expect(await db.$count(orders, eq(orders.status, "processing"))).toBe(1);
  });

  test("stores a reason only for a rejection", async () => {
    const reason = "no such account";
    await setStatusByKey(db, { ...change, reason, actor: bot });
    expect((await db.select().from(orders))[0]?.statusReason).toBeNull();
    await setStatusByKey(db, { ...change, status: "rejected", reason, actor: bot });
    expect((await db.select().from(orders))[0]?.statusReason).toBe(reason);
  });

  test("is set once by two concurrent requests", async () => {
    const both = await Promise.all([1, 2].map(() => setStatusByKey(db, { ...change, actor: bot })));
    expect(both).toMatchObject([
      { ok: true, value: { version: 2 } },
      { ok: true, value: { version: 2 } },
    ]);
    expect(await db.$count(auditLog)).toBe(1);
    expect(await db.$count(mails)).toBe(1);
  });
});
