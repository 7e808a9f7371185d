import { eq, isNotNull, sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { loyaltyOf, reconcileOrder } from "#shop/loyalty/loyalty.server.ts";
import { mailsOfOrder } from "#shop/mail/mail-list.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { expectByCounting } from "#shop/metrics/test-metrics.ts";
import { describeWhereDatabasesDiffer } from "../tests/db.ts";
import { openRelease, releases } from "../tests/releases.ts";
import { tablesOf } from "./backup/catalog.server.ts";
import { type Database, type Db, queryRows } from "./client.server.ts";
import { migrateToNewest, migrationNames, newestMigration } from "./migrations.server.ts";
import { OperatorError } from "./errors.ts";
import { invoices } from "../shop/invoices/tables.ts";
import { creditHistory, readBalance } from "../shop/credit/credit.server.ts";
import { ledger } from "../shop/loyalty/tables.ts";
import { orders } from "../shop/orders/tables.ts";

describeWhereDatabasesDiffer("migrations", (_openFresh, openEmpty) => {
  let database: Database;
  afterEach(() => database.close());

  const rowsIn = async (db: Db) =>
    Object.fromEntries(
      await Promise.all(
        (await tablesOf(db)).map(async ({ name }) => {
          const [row] = await queryRows<{ n: number }>(
            db,
            sql`select count(*)::int as n from ${sql.identifier(name)}`,
          );
          return [name, row?.n ?? 0] as const;
        }),
      ),
    );

  test.each(releases)("from $version: rows in every table are kept", async (release) => {
    database = await openEmpty();
    const { db } = database;
    await openRelease(db, release);
    expect(await newestMigration(db)).toBe(release.migration);
    const before = await rowsIn(db);
    expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([]);

    await migrateToNewest(db);
    expect(await newestMigration(db)).toBe(migrationNames().at(-1));
    const after = await rowsIn(db);
    // Columns of bank statements are confirmed anew, with the meaning of their words.
    expect(after).toEqual({ ...after, ...before, statement_layouts: 0 });

    await expectByCounting(db, [{ from: "2026-01-01", to: "2026-12-31" }]);
    const settled = await db
      .select()
      .from(orders)
      .where(isNotNull(orders.settledAt))
      .orderBy(orders.settledAt);
    const numbered = await db.select().from(invoices).orderBy(invoices.number);
    expect(numbered.map(({ number, checkoutId }) => [number, checkoutId])).toEqual(
      settled.map(({ checkoutId }, i) => [i + 1, checkoutId]),
    );

    // The current service functions read the rows of that release.
    expect((await readSettings(db)).shopName).toBe('Coins "and" more\u2028\n');
    expect(await loyaltyOf(db, "mira")).toMatchObject({ points: 380, referralCode: "BBBB3333" });
    expect(await readBalance(db, "owner")).toEqual({ cents: 75, owedCents: 0 });
    expect(await creditHistory(db, "owner")).toMatchObject([{ kind: "referral", cents: 75 }]);
    const gone = await mailsOfOrder(db, "GONE444");
    expect(gone).toMatchObject([{ key: "order-placed:GONE444" }]);
    const readLedger = () => db.select().from(ledger).orderBy(ledger.id);
    const entries = await readLedger();
    await reconcileOrder(db, "PAID111", new Date("2026-11-20T08:00:00Z"));
    expect(await readLedger()).toEqual(entries);
    await db
      .update(orders)
      .set({ settledAt: new Date("2026-04-01T00:00:00Z") })
      .where(eq(orders.id, "WAIT222"));
    const [newest] = await db.select().from(invoices).where(eq(invoices.orderId, "WAIT222"));
    expect(newest?.number).toBe(settled.length + 1);
  });

  test("reject the database of a newer version, and do not change it", async () => {
    database = await openEmpty();
    const { db } = database;
    await migrateToNewest(db);
    await db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', 4102444800000)`,
    );
    await expect(migrateToNewest(db)).rejects.toThrow(OperatorError);
    await expect(migrateToNewest(db)).rejects.toThrow("written by a newer version of Satchel");
  });
});
