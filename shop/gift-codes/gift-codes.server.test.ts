import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import { openFromPool } from "../../tests/embedded-pool.ts";
import { recordStatements } from "../../tests/record-statements.ts";
import { users } from "../accounts/tables.ts";
import { auditLog } from "../audit/tables.ts";
import { creditHistory, readBalance } from "../credit/credit.server.ts";
import { creditEntries } from "../credit/tables.ts";
import { boss, insertBoss, insertUser } from "../loyalty/test-orders.ts";
import type { GiftBatchValues } from "./gift-code.ts";
import {
  issueGiftCodes,
  listGiftBatches,
  redeemGiftCode,
  withdrawGiftCodes,
} from "./gift-codes.server.ts";
import { giftCodes } from "./tables.ts";

describeWhereDatabasesDiffer("gift codes", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.execute(sql`truncate users, gift_batches, audit_log restart identity cascade`);
    await insertBoss(db);
    await insertUser(db, { id: "kim" });
  });

  const now = new Date("2026-11-20T12:00:00Z");
  const plain: GiftBatchValues = { valueCents: 2500, count: 1, lastDay: null, note: "" };
  async function issue(values: Partial<GiftBatchValues> = {}, formKey = "form-1") {
    const all = { ...plain, ...values };
    const issued = await issueGiftCodes(db, { values: all, formKey, actor: boss, now });
    if (!issued.ok) throw new Error(issued.error);
    return issued.value.codes;
  }
  const redeem = (code: string, userId = "kim", at = now) =>
    redeemGiftCode(db, { code, userId, now: at });

  test("of 50 accounts that redeem one code at once, exactly one gets its value", async () => {
    const [code = ""] = await issue();
    const ids = Array.from({ length: 50 }, (_, i) => `u${i}`);
    for (const id of ids) await insertUser(db, { id });
    const results = await Promise.all(ids.map((id) => redeem(code, id)));
    expect(results.filter(({ ok }) => ok)).toEqual([{ ok: true, value: 2500 }]);
    expect(await db.select({ cents: creditEntries.cents }).from(creditEntries)).toEqual([
      { cents: 2500 },
    ]);
    expect(await listGiftBatches(db)).toMatchObject([{ count: 1, redeemed: 1 }]);
  });

  test("codes are read as they are typed, are stored as digests only, and show in the history", async () => {
    const [code = ""] = await issue({ count: 3, note: "Fair in May" });
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    const stored = await db.select().from(giftCodes);
    expect(JSON.stringify(stored)).not.toContain(code.replaceAll("-", ""));
    const typed = ` ${code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l")}`;
    expect(await redeem(typed)).toEqual({ ok: true, value: 2500 });
    expect(await creditHistory(db, "kim")).toMatchObject([{ kind: "gift-code", cents: 2500 }]);
    expect(await listGiftBatches(db)).toMatchObject([
      { count: 3, redeemed: 1, note: "Fair in May", createdBy: boss.email },
    ]);
  });

  test("unknown, redeemed, expired and withdrawn codes get the same answer", async () => {
    const unusable = { ok: false, error: "unusable" };
    const [spent = ""] = await issue();
    await redeem(spent);
    const [ends = ""] = await issue({ lastDay: "2026-11-30" }, "form-2");
    const [withdrawn = ""] = await issue({}, "form-3");
    expect(await withdrawGiftCodes(db, { batchId: 3, actor: boss, now })).toMatchObject({
      ok: true,
    });
    const after = new Date("2026-12-01T00:00:00Z");
    for (const text of [spent, withdrawn, "7KQ2-M9XA-0000-0000", "", "🎁".repeat(200)])
      expect(await redeem(text)).toEqual(unusable);
    expect(await redeem(ends, "kim", after)).toEqual(unusable);
    expect(await redeem(ends, "kim", new Date(after.getTime() - 1))).toMatchObject({ ok: true });
    expect((await readBalance(db, "kim")).cents).toBe(5000);
  });

  test("a form that is sent twice issues its codes once; each batch is audited", async () => {
    await issue({ count: 1000, note: "Fair" });
    const again = { values: plain, formKey: "form-1", actor: boss, now };
    expect(await issueGiftCodes(db, again)).toEqual({ ok: false, error: "repeated" });
    expect(await db.$count(giftCodes)).toBe(1000);
    await withdrawGiftCodes(db, { batchId: 1, actor: boss, now });
    const entries = await db.select().from(auditLog).orderBy(auditLog.id);
    expect(entries).toMatchObject([
      { action: "gift-code.issued", data: { count: 1000, valueCents: 2500, note: "Fair" } },
      { action: "gift-code.withdrawn", data: { count: 1000 } },
    ]);
    expect(await withdrawGiftCodes(db, { batchId: 1, actor: boss, now })).toEqual({
      ok: false,
      error: "not-found",
    });
  });

  test("only administrators issue and withdraw; a deleted account leaves its code redeemed", async () => {
    const kim = { id: "kim", email: "kim@example.com", ip: null };
    expect(await issueGiftCodes(db, { values: plain, formKey: "x", actor: kim, now })).toEqual({
      ok: false,
      error: "forbidden",
    });
    const [code = ""] = await issue();
    expect(await withdrawGiftCodes(db, { batchId: 1, actor: kim, now })).toEqual({
      ok: false,
      error: "forbidden",
    });
    await redeem(code);
    await db.delete(users).where(eq(users.id, "kim"));
    expect(await db.select().from(giftCodes)).toMatchObject([
      { redeemedBy: null, redeemedAt: now },
    ]);
    await insertUser(db, { id: "lea" });
    expect(await redeem(code, "lea")).toMatchObject({ ok: false });
  });
});

test("every code that is refused takes the same statements", async () => {
  const database = await openFromPool();
  await insertBoss(database.db);
  await insertUser(database.db, { id: "kim" });
  const { db, sent } = recordStatements(database.db);
  const issue = async (formKey: string, lastDay: string | null = null) => {
    const values = { valueCents: 2500, count: 1, lastDay, note: "" };
    const issued = await issueGiftCodes(db, { values, formKey, actor: boss, now: issuedAt });
    return issued.ok ? (issued.value.codes[0] ?? "") : "";
  };
  const redeem = async (code: string) => {
    const before = sent.length;
    const redeemed = await redeemGiftCode(db, { code, userId: "kim", now: redeemedAt });
    return { ok: redeemed.ok, statements: sent.slice(before) };
  };
  const spent = await issue("form-1");
  const expired = await issue("form-2", "2026-11-30");
  const withdrawn = await issue("form-3");
  await withdrawGiftCodes(db, { batchId: 3, actor: boss, now: issuedAt });
  expect(await redeem(spent)).toMatchObject({ ok: true });
  const unknown = await redeem("7KQ2-M9XA-0000-0000");
  expect(unknown).toMatchObject({ ok: false, statements: [expect.stringContaining("update")] });
  for (const code of [spent, expired, withdrawn, ""]) expect(await redeem(code)).toEqual(unknown);
  await database.close();
});

const issuedAt = new Date("2026-11-20T12:00:00Z");
const redeemedAt = new Date("2026-12-02T12:00:00Z");
