import { eq, ne, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { users } from "../accounts/tables.ts";
import { rememberReferral } from "./former-referrals.server.ts";
import { formerReferrals, ledger } from "./tables.ts";
import { orders } from "../orders/tables.ts";
import { settings } from "../settings/tables.ts";
import type { OrderStatus } from "../orders/order.ts";
import { setOrderStatus } from "../orders/order-changes.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import {
  grantBirthdays,
  ledgerOf,
  loyaltyOf,
  reconcileOrder,
  reconcileUser,
} from "./loyalty.server.ts";
import { insertOrder, insertUser, boss, insertBoss } from "./test-orders.ts";

const now = new Date("2026-04-01T12:00:00Z");

describeOnBothDatabases("the ledger", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.execute(sql`truncate checkouts, users, settings cascade`);
    await insertBoss(db);
  });

  const rows = () =>
    db
      .select({
        userId: ledger.userId,
        kind: ledger.kind,
        orderId: ledger.orderId,
        points: ledger.points,
        cents: ledger.cents,
      })
      .from(ledger)
      .orderBy(ledger.id);
  const setStatus = async (orderId: string, status: OrderStatus) => {
    await setOrderStatus(db, { orderId, status, version: null, actor: boss, now });
    await reconcileOrder(db, orderId, now);
  };
  const balance = async (userId: string) => {
    const { points, referralEarningsCents } = await loyaltyOf(db, userId);
    return [points, referralEarningsCents];
  };
  const row = (userId: string, orderId: string, points: number, cents = 0) => ({
    userId,
    kind: cents === 0 ? "order" : "referral",
    orderId,
    points,
    cents,
  });

  describe("an order", () => {
    test("earns points while it is completed, each change being a row of its own", async () => {
      await insertUser(db, { id: "kim" });
      await insertOrder(db, { id: "A", buyer: "kim", status: "processing" });
      await reconcileOrder(db, "A", now);
      expect(await rows()).toEqual([]);
      await setStatus("A", "completed");
      await reconcileOrder(db, "A", now);
      await setStatus("A", "rejected");
      await setStatus("A", "completed");
      await db.update(orders).set({ deletedAt: now }).where(eq(orders.id, "A"));
      await reconcileOrder(db, "A", now);
      expect(await rows()).toEqual([140, -140, 140, -140].map((points) => row("kim", "A", points)));
    });

    test("counts double if it was placed on a weekend in the shop's time zone", async () => {
      await db.insert(settings).values({ name: "timeZone", value: "America/New_York" });
      await insertUser(db, { id: "kim" });
      const placedAt = ["2026-03-14T03:59:59Z", "2026-03-14T04:00:00Z"];
      await insertOrder(db, { id: "A", buyer: "kim", createdAt: new Date(placedAt[0]!) });
      await insertOrder(db, { id: "B", buyer: "kim", createdAt: new Date(placedAt[1]!) });
      await reconcileUser(db, "kim", now);
      expect(await rows()).toEqual([row("kim", "A", 140), row("kim", "B", 280)]);
    });

    test("of a guest counts once a verified account has its email, in any letter case", async () => {
      await insertOrder(db, { id: "A", buyer: "kim", email: "Kim@Example.COM" });
      await reconcileOrder(db, "A", now);
      await insertUser(db, { id: "kim", emailVerified: false });
      await reconcileUser(db, "kim", now);
      expect(await rows()).toEqual([]);
      await db.update(users).set({ emailVerified: true });
      await reconcileUser(db, "kim", now);
      expect(await rows()).toEqual([row("kim", "A", 140)]);
    });

    test("stays with its email when that moves on to another account", async () => {
      await insertUser(db, { id: "kim" });
      await insertOrder(db, { id: "A", buyer: "kim" });
      await reconcileOrder(db, "A", now);
      await db.update(users).set({ email: "kim@elsewhere.example" }).where(eq(users.id, "kim"));
      await reconcileUser(db, "kim", now);
      expect(await balance("kim")).toEqual([0, 0]);
      await insertUser(db, { id: "kim2", email: "kim@example.com" });
      await reconcileUser(db, "kim2", now);
      expect(await rows()).toEqual([
        row("kim", "A", 140),
        row("kim", "A", -140),
        row("kim2", "A", 140),
      ]);
    });

    test("or user that does not exist changes nothing", async () => {
      await reconcileOrder(db, "NOTHING", now);
      await reconcileUser(db, "nobody", now);
      expect(await rows()).toEqual([]);
    });
  });

  describe("a referral", () => {
    beforeEach(async () => {
      await insertUser(db, { id: "ada" });
      await insertUser(db, { id: "kim", referredBy: "ada" });
    });

    test("earns 5% of the earliest completed order, whichever is completed first", async () => {
      await insertOrder(db, { id: "A", buyer: "kim", status: "pending", totalCents: 50 });
      await insertOrder(db, { id: "B", buyer: "kim", createdAt: new Date("2026-03-12T12:00:00Z") });
      await reconcileOrder(db, "B", now);
      expect(await balance("ada")).toEqual([0, 75]);
      await setStatus("A", "completed");
      expect(await balance("ada")).toEqual([0, 3]);
      await setStatus("A", "rejected");
      expect(await balance("ada")).toEqual([0, 75]);
      await setStatus("B", "rejected");
      expect(await balance("ada")).toEqual([0, 0]);
      expect(await rows()).toHaveLength(8);
      expect((await rows()).filter(({ kind }) => kind === "referral")).toEqual([
        row("ada", "B", 0, 75),
        row("ada", "B", 0, -75),
        row("ada", "A", 0, 3),
        row("ada", "A", 0, -3),
        row("ada", "B", 0, 75),
        row("ada", "B", 0, -75),
      ]);
    });

    const deleteAccount = async (id: string) => {
      await rememberReferral(db, `${id}@example.com`);
      await db.delete(users).where(eq(users.id, id));
    };

    test("stays when the friend's account is deleted, while the order counts", async () => {
      await insertOrder(db, { id: "A", buyer: "kim" });
      await reconcileOrder(db, "A", now);
      await deleteAccount("kim");
      await reconcileUser(db, "ada", now);
      expect(await rows()).toEqual([row("ada", "A", 0, 75)]);
      await setStatus("A", "rejected");
      expect(await balance("ada")).toEqual([0, 0]);
      await setStatus("A", "completed");
      expect(await balance("ada")).toEqual([0, 75]);
    });

    test("stays with the first referrer of a person, who registers again or not", async () => {
      await insertUser(db, { id: "eve" });
      await insertUser(db, { id: "jon", email: "jon@example.com" });
      await insertOrder(db, { id: "A", buyer: "kim" });
      await insertOrder(db, { id: "J", buyer: "jon" });
      await reconcileOrder(db, "A", now);
      for (const id of ["kim", "jon"]) {
        await deleteAccount(id);
        await insertUser(db, { id: `${id}2`, email: `${id}@example.com`, referredBy: "eve" });
        await reconcileUser(db, `${id}2`, now);
      }
      // Nobody brought jon.
      expect([await balance("ada"), await balance("eve")]).toEqual([
        [0, 75],
        [0, 0],
      ]);
      const [stored] = await db.select().from(formerReferrals);
      expect(stored?.emailDigest).not.toContain("@");
    });

    test("counts only orders that were placed after the registration", async () => {
      await insertUser(db, {
        id: "jon",
        referredBy: "ada",
        createdAt: new Date("2026-03-11T12:00:01Z"),
      });
      await insertOrder(db, { id: "A", buyer: "jon" });
      await reconcileOrder(db, "A", now);
      expect(await balance("ada")).toEqual([0, 0]);
      await insertOrder(db, { id: "B", buyer: "jon", createdAt: new Date("2026-03-12T12:00:00Z") });
      await reconcileOrder(db, "B", now);
      expect(await balance("ada")).toEqual([0, 75]);
    });

    test("and points follow what was kept, and come back when the refund is undone", async () => {
      await insertOrder(db, {
        id: "A",
        buyer: "kim",
        totalCents: 5999,
        createdAt: new Date("2026-03-14T12:00:00Z"),
      });
      await reconcileOrder(db, "A", now);
      const refund = async (sentBackCents: number, creditedCents = 0) => {
        await db.update(orders).set({ sentBackCents, creditedCents }).where(eq(orders.id, "A"));
        await reconcileOrder(db, "A", now);
        return [(await balance("kim"))[0], (await balance("ada"))[1]];
      };
      expect(await refund(0)).toEqual([1180, 300]);
      expect(await refund(100)).toEqual([1160, 295]);
      expect(await refund(100, 5899)).toEqual([0, 0]);
      expect(await refund(5999)).toEqual([0, 0]);
      expect(await refund(0)).toEqual([1180, 300]);
      expect(
        (await rows()).slice(0, 4).map(({ kind, points, cents }) => [kind, points, cents]),
      ).toEqual([
        ["referral", 0, 300],
        ["order", 1180, 0],
        ["refund", -20, 0],
        ["referral-refund", 0, -5],
      ]);
    });

    test("is granted to the current referrer only, never to oneself or a deleted user", async () => {
      await insertOrder(db, { id: "A", buyer: "kim" });
      for (const [referredBy, cents] of [
        ["ada", 75],
        ["kim", 0],
        ["gone", 0],
      ] as const) {
        await db.update(users).set({ referredBy }).where(eq(users.id, "kim"));
        await reconcileUser(db, "kim", now);
        expect(await balance("ada")).toEqual([0, cents]);
        expect(await balance("kim")).toEqual([140, 0]);
      }
    });
  });

  test("concurrent instances book each entry once, also for mutual referrals", async () => {
    await insertUser(db, { id: "ada", referredBy: "kim", birthday: "1990-04-01" });
    await insertUser(db, { id: "kim", referredBy: "ada" });
    await insertOrder(db, { id: "A", buyer: "ada" });
    await insertOrder(db, { id: "K", buyer: "kim" });
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => [
        reconcileOrder(db, i % 2 ? "A" : "K", now),
        reconcileUser(db, i % 2 ? "ada" : "kim", now),
        grantBirthdays(db, now),
      ]).flat(),
    );
    expect(await rows()).toHaveLength(5);
    expect(await balance("ada")).toEqual([240, 75]);
    expect(await balance("kim")).toEqual([140, 75]);
  });

  test("a birthday is rewarded once a year, in the shop's time zone, for older accounts", async () => {
    await db.insert(settings).values({ name: "timeZone", value: "Pacific/Kiritimati" });
    await insertUser(db, { id: "ada", birthday: "1990-01-01" });
    await insertUser(db, { id: "kim", birthday: "2004-02-29" });
    const fresh = new Date("2025-12-31T10:00:00Z");
    await insertUser(db, { id: "new", birthday: "1990-01-01", createdAt: fresh });
    await db
      .update(users)
      .set({ createdAt: new Date("2020-01-01T00:00:00Z") })
      .where(eq(users.id, "ada"));
    const days = ["2025-12-31T09:59:59Z", "2025-12-31T10:00:00Z", "2026-01-01T09:59:59Z"];
    for (const day of [...days, "2026-02-28T09:59:59Z", "2026-02-28T10:00:00Z"])
      await grantBirthdays(db, new Date(day));
    expect((await rows()).map(({ userId, points }) => [userId, points])).toEqual([
      ["ada", 100],
      ["kim", 100],
    ]);
    await db.update(users).set({ birthday: "1990-03-05" }).where(ne(users.id, "boss"));
    await grantBirthdays(db, new Date("2026-03-05T05:00:00Z"));
    await grantBirthdays(db, new Date("2027-03-05T05:00:00Z"));
    expect((await rows()).map(({ userId }) => userId).toSorted()).toEqual(
      ["ada", "ada", "kim", "kim", "new", "new"].toSorted(),
    );
  });

  test("is shown newest first, at most 100 rows, and exported completely", async () => {
    await insertUser(db, { id: "ada", referralCode: "ADA23456" });
    await insertUser(db, { id: "kim", referredBy: "ada" });
    await insertUser(db, { id: "lea", referredBy: "ada" });
    expect(await loyaltyOf(db, "ada")).toEqual({
      tier: "bronze",
      points: 0,
      nextTierAt: 1000,
      referralCode: "ADA23456",
      referralCount: 2,
      referralEarningsCents: 0,
      ledger: [],
    });
    await db.insert(ledger).values(
      Array.from({ length: 120 }, (_, i) => ({
        userId: "ada",
        kind: "order" as const,
        orderId: `O${i}`,
        points: 10,
        at: now,
      })),
    );
    const view = await loyaltyOf(db, "ada");
    expect(view).toMatchObject({ tier: "silver", points: 1200, nextTierAt: 2500 });
    expect(view.ledger).toHaveLength(100);
    expect(view.ledger[0]).toEqual({
      kind: "order",
      points: 10,
      cents: 0,
      orderId: "O119",
      at: now,
    });
    await expect(loyaltyOf(db, "gone")).rejects.toThrow("no user");

    const all = await ledgerOf(db, "ada");
    expect(all).toHaveLength(120);
    expect(all[0]?.orderId).toBe("O0");
  });
});
