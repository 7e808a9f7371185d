import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { apiKeys } from "./tables.ts";
import { auditLog } from "../audit/tables.ts";
import type { Actor } from "../audit/audit.ts";
import { users } from "../accounts/tables.ts";
import { boss, insertActor, insertBoss, insertUser } from "../loyalty/test-orders.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import type { ApiKeyValues } from "./api-key.ts";
import {
  actorOfKey,
  createApiKey,
  findApiKey,
  hasScope,
  listApiKeys,
  revokeApiKey,
  revokeEveryKey,
} from "./api-keys.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const DAY = 24 * 60 * 60;
const customer: Actor = { id: "customer", email: "customer@example.com", ip: null };
const values: ApiKeyValues = { name: "Bot", scopes: ["orders:read"], lifetime: "never" };

describeOnBothDatabases("API keys", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    await insertUser(db, { id: "customer" });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.delete(apiKeys);
    await db.delete(auditLog);
  });

  const make = async (given: Partial<ApiKeyValues> = {}, mode: "live" | "sandbox" = "live") => {
    const made = await createApiKey(db, {
      values: { ...values, ...given },
      mode,
      actor: boss,
      now,
    });
    if (!made.ok) throw new Error(made.error);
    return made.value;
  };
  const auditOf = () => db.select().from(auditLog).orderBy(asc(auditLog.id));

  test("are created by administrators only, with the mode as prefix", async () => {
    const refused = await createApiKey(db, { values, mode: "live", actor: customer, now });
    expect(refused).toEqual({ ok: false, error: "forbidden" });
    expect(await listApiKeys(db, now)).toEqual([]);
    expect((await make()).text).toMatch(/^satchel_live_[A-Za-z0-9]{43}$/);
    expect((await make({}, "sandbox")).text).toMatch(/^satchel_test_/);
    expect((await make()).text).not.toBe((await make()).text);
  });

  test("are stored as a digest, and found by their text", async () => {
    const { key, text } = await make();
    expect(key).toMatchObject({ name: "Bot", createdBy: boss.email, revokedAt: null });
    expect(text.startsWith(key.prefix)).toBe(true);
    const stored = JSON.stringify([await db.select().from(apiKeys), await auditOf()]);
    expect(stored).not.toContain(text.slice(key.prefix.length));
    expect(await findApiKey(db, text, now)).toMatchObject({ ok: true, value: { id: key.id } });
    for (const other of ["", "x", `${text}x`, text.slice(0, -1), text.toLowerCase(), "\0"])
      expect(await findApiKey(db, other, now)).toEqual({ ok: false, error: "unknown" });
  });

  test("expire after their lifetime", async () => {
    const { text } = await make({ lifetime: "month" });
    expect(await findApiKey(db, text, after(30 * DAY - 1))).toMatchObject({ ok: true });
    const late = after(30 * DAY);
    expect(await findApiKey(db, text, late)).toEqual({ ok: false, error: "expired" });
  });

  test("are not accepted after they were revoked", async () => {
    const { key, text } = await make();
    const change = { id: key.id, actor: boss, now: after(60) };
    expect(await revokeApiKey(db, { ...change, actor: customer })).toMatchObject({
      error: "forbidden",
    });
    expect(await revokeApiKey(db, { ...change, id: "x" })).toMatchObject({ error: "not-found" });
    const unknown = "00000000-0000-4000-8000-000000000000";
    expect(await revokeApiKey(db, { ...change, id: unknown })).toMatchObject({
      error: "not-found",
    });
    expect(await findApiKey(db, text, now)).toMatchObject({ ok: true });
    expect(await revokeApiKey(db, change)).toMatchObject({ ok: true });
    expect(await findApiKey(db, text, now)).toEqual({ ok: false, error: "revoked" });
    expect(await revokeApiKey(db, change)).toEqual({ ok: false, error: "unchanged" });
    expect(await auditOf()).toMatchObject([
      { action: "api-key.created", subjectId: "Bot", actorEmail: boss.email, at: now },
      { action: "api-key.revoked", subjectId: "Bot", data: { beginning: key.prefix } },
    ]);
  });

  test("record their last use, at most once a minute", async () => {
    const { key, text } = await make();
    const usedAt = async () => (await listApiKeys(db, now))[0]?.lastUsedAt;
    expect(await usedAt()).toBeNull();
    await findApiKey(db, text, now);
    expect(await usedAt()).toEqual(now);
    await findApiKey(db, text, after(60));
    expect(await usedAt()).toEqual(now);
    await findApiKey(db, text, after(61));
    expect(await usedAt()).toEqual(after(61));
    await db.update(apiKeys).set({ revokedAt: now }).where(eq(apiKeys.id, key.id));
    await findApiKey(db, text, after(600));
    expect(await usedAt()).toEqual(after(61));
  });

  describe("may do", () => {
    test("what their scopes allow, while they are active", async () => {
      const { key } = await make({ scopes: ["orders:write"], lifetime: "month" });
      const actor = actorOfKey(key, "203.0.113.7");
      expect(actor).toEqual({ id: key.id, email: "API key Bot", ip: "203.0.113.7" });
      expect(await hasScope(db, { actor, now }, "orders:write")).toBe(true);
      expect(await hasScope(db, { actor, now }, "orders:read")).toBe(false);
      expect(await hasScope(db, { actor, now: after(31 * DAY) }, "orders:write")).toBe(false);
      await revokeEveryKey(db, now);
      expect(await hasScope(db, { actor, now }, "orders:write")).toBe(false);
    });

    test("never more than the user who created them", async () => {
      const robin = await insertActor(db, "robin@example.com", "admin");
      const scopes = ["orders:read", "orders:write", "packages:read"] as const;
      const made = await createApiKey(db, {
        values: { ...values, scopes: [...scopes] },
        ...{ mode: "live", actor: robin, now },
      });
      if (!made.ok) throw new Error(made.error);
      const { key, text } = made.value;
      const scopesOf = async () => {
        const found = await findApiKey(db, text, now);
        return found.ok ? found.value.scopes : found.error;
      };
      const mayWrite = () => hasScope(db, { actor: actorOfKey(key, null), now }, "orders:write");
      const become = (values: Partial<typeof users.$inferInsert>) =>
        db
          .update(users)
          .set(values)
          .where(eq(users.id, robin.id ?? ""));
      expect(await scopesOf()).toEqual(scopes);
      expect(await mayWrite()).toBe(true);
      await become({ role: "bookkeeper" });
      expect(await scopesOf()).toEqual(["orders:read", "packages:read"]);
      expect(await mayWrite()).toBe(false);
      await become({ role: "delivery" });
      expect(await scopesOf()).toEqual(["packages:read"]);
      await become({ role: "customer" });
      expect(await scopesOf()).toBe("ended");
      await become({ role: "admin", blockedAt: now });
      expect(await scopesOf()).toBe("ended");
      expect(await mayWrite()).toBe(false);
      await become({ blockedAt: null });
      expect(await mayWrite()).toBe(true);
      await db.delete(users).where(eq(users.id, robin.id ?? ""));
      expect(await scopesOf()).toBe("ended");
      expect((await listApiKeys(db, now)).map(({ state }) => state)).toEqual(["ended"]);
    });

    test("nothing that requires an administrator", async () => {
      for (const actor of [boss, customer, { ...boss, id: null }])
        expect(await hasScope(db, { actor, now }, "orders:write")).toBe(false);
    });
  });

  test("can all be revoked at once", async () => {
    const first = await make();
    await revokeApiKey(db, { id: first.key.id, actor: boss, now });
    await make();
    await make();
    expect(await revokeEveryKey(db, after(60))).toBe(2);
    const revoked = (await listApiKeys(db, now)).map(({ revokedAt }) => revokedAt?.getTime());
    expect(revoked.toSorted((a = 0, b = 0) => a - b)).toEqual(
      [now, after(60), after(60)].map(Number),
    );
  });
});
