import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { auditLog } from "../audit/tables.ts";
import { boss, insertBoss, insertUser } from "../loyalty/test-orders.ts";
import { adjustCredit } from "./adjust-credit.server.ts";
import { creditHistory, readBalance } from "./credit.server.ts";

describeOnBothDatabases("credit that an administrator adjusts", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.execute(sql`truncate users, audit_log cascade`);
    await insertBoss(db);
    await insertUser(db, { id: "kim" });
  });

  const now = new Date("2026-11-20T12:00:00Z");
  const adjust = (
    cents: number,
    formKey: string,
    more: { userId?: string; actor?: typeof boss } = {},
  ) =>
    adjustCredit(db, { userId: "kim", actor: boss, note: "Sorry", ...more, cents, formKey, now });

  test("is given and taken once per form, with a note that the customer reads and the audit log has", async () => {
    const sent = await Promise.all([adjust(500, "a"), adjust(500, "a")]);
    expect(sent.every(({ ok }) => ok)).toBe(true);
    expect((await adjust(-200, "b")).ok).toBe(true);
    expect((await adjust(-200, "b")).ok).toBe(true);
    expect(await adjust(-301, "c")).toEqual({ ok: false, error: "not-enough" });
    expect(await readBalance(db, "kim")).toEqual({ cents: 300, owedCents: 0 });
    expect(await creditHistory(db, "kim")).toMatchObject([
      { kind: "adjusted", cents: 500, note: "Sorry" },
      { kind: "adjusted", cents: -200, note: "Sorry" },
    ]);
    const entries = await db.select().from(auditLog).orderBy(auditLog.id);
    expect(entries).toMatchObject([
      { action: "customer.credit", subjectId: "kim@example.com", data: { cents: 500 } },
      { action: "customer.credit", subjectId: "kim@example.com", data: { cents: -200 } },
    ]);
  });

  test("only by an administrator, and for an account that exists", async () => {
    const kim = { id: "kim", email: "kim@example.com", ip: "127.0.0.1" };
    expect(await adjust(500, "a", { actor: kim })).toEqual({ ok: false, error: "forbidden" });
    expect(await adjust(500, "a", { userId: "max" })).toEqual({ ok: false, error: "not-found" });
  });
});
