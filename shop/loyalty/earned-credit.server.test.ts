import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { creditHistory, readBalance, spendCredit } from "../credit/credit.server.ts";
import { orders } from "../orders/tables.ts";
import { settings } from "../settings/tables.ts";
import { convertPoints, readConvertiblePoints } from "./earned-credit.server.ts";
import { loyaltyOf, reconcileOrder } from "./loyalty.server.ts";
import { insertOrder, insertUser } from "./test-orders.ts";

describeOnBothDatabases("credit that was earned", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.execute(sql`truncate checkouts, users, settings cascade`);
    await insertUser(db, { id: "ada" });
    await insertUser(db, { id: "kim", referredBy: "ada" });
  });

  const now = new Date("2026-03-12T12:00:00Z");
  const place = async (id: string, values: Partial<typeof orders.$inferInsert> = {}) => {
    await insertOrder(db, { id, buyer: "kim", totalCents: 10_000, ...values });
    await reconcileOrder(db, id, now);
  };
  const setStatus = async (id: string, status: "completed" | "rejected") => {
    await db.update(orders).set({ status }).where(eq(orders.id, id));
    await reconcileOrder(db, id, now);
  };
  const history = async (id: string) =>
    (await creditHistory(db, id)).map(({ kind, cents, owedCents, orderId }) => ({
      kind,
      cents,
      owedCents,
      orderId,
    }));

  test("by a referral is taken back with it; what was spent is owed, and paid by the next", async () => {
    await place("A");
    expect(await readBalance(db, "ada")).toEqual({ cents: 500, owedCents: 0 });
    const spent = { userId: "ada", kind: "spent", cents: 400, onceKey: "spent:1", now } as const;
    await db.transaction((tx) => spendCredit(tx, spent));
    await setStatus("A", "rejected");
    expect(await readBalance(db, "ada")).toEqual({ cents: 0, owedCents: 400 });
    await setStatus("A", "completed");
    expect(await readBalance(db, "ada")).toEqual({ cents: 100, owedCents: 0 });
    expect(await history("ada")).toEqual([
      { kind: "referral", cents: 500, owedCents: 0, orderId: "A" },
      { kind: "spent", cents: -400, owedCents: 0, orderId: null },
      { kind: "referral", cents: -100, owedCents: 400, orderId: "A" },
      { kind: "referral", cents: 500, owedCents: 0, orderId: "A" },
      { kind: "owed", cents: -400, owedCents: -400, orderId: "A" },
    ]);
    expect((await loyaltyOf(db, "ada")).referralEarningsCents).toBe(500);
  });

  test("by points comes in whole dollars at the owner's rate, once for each point", async () => {
    await place("A", { totalCents: 2599 });
    expect(await convertPoints(db, "kim", now)).toEqual({ ok: false, error: "not-enough" });
    expect(await readConvertiblePoints(db, "kim", 0)).toBeNull();

    await db.insert(settings).values({ name: "pointsPerDollar", value: 100 });
    expect(await readConvertiblePoints(db, "kim", 100)).toEqual({
      available: 250,
      points: 200,
      cents: 200,
    });
    const both = await Promise.all([convertPoints(db, "kim", now), convertPoints(db, "kim", now)]);
    expect(both.filter(({ ok }) => ok)).toEqual([{ ok: true, value: 200 }]);
    expect(await readBalance(db, "kim")).toEqual({ cents: 200, owedCents: 0 });
    expect(await loyaltyOf(db, "kim")).toMatchObject({ points: 250, tier: "bronze" });

    // Points that were taken back after they became credit have to be earned again first.
    await setStatus("A", "rejected");
    await place("B", { totalCents: 2500 });
    expect(await convertPoints(db, "kim", now)).toEqual({ ok: false, error: "not-enough" });
    await place("C", { totalCents: 5000 });
    expect(await convertPoints(db, "kim", now)).toEqual({ ok: true, value: 500 });
  });
});
