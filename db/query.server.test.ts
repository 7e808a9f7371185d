import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnBothDatabases } from "../tests/db.ts";
import type { Database } from "./client.server.ts";
import { prepared } from "./query.server.ts";
import { queryRows } from "./query.server.ts";
import { secrets } from "../shop/settings/tables.ts";

describeOnBothDatabases("a statement that is put together once", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const counted = () => {
    let builds = 0;
    const insert = prepared((db, name) => {
      builds += 1;
      const values = { name: sql.placeholder("name"), value: sql.placeholder("value") };
      return db.insert(secrets).values(values).prepare(name);
    });
    return { insert, builds: () => builds };
  };
  const valueOf = prepared((db, name) =>
    db
      .select({ value: secrets.value })
      .from(secrets)
      .where(eq(secrets.name, sql.placeholder("name")))
      .prepare(name),
  );

  test("belongs to the transaction that sends it, also when it was first sent outside of one", async () => {
    const { db } = database;
    const { insert, builds } = counted();
    await insert(db).execute({ name: "first", value: "1" });
    await expect(
      db.transaction(async (tx) => {
        await insert(tx).execute({ name: "second", value: "2" });
        expect(await valueOf(tx).execute({ name: "second" })).toEqual([{ value: "2" }]);
        throw new Error("taken back");
      }),
    ).rejects.toThrow("taken back");
    expect(await valueOf(db).execute({ name: "first" })).toEqual([{ value: "1" }]);
    expect(await valueOf(db).execute({ name: "second" })).toEqual([]);
    expect(builds()).toBe(1);
  });

  test("is read by the database once for each connection", async () => {
    await database.db.transaction(async (tx) => {
      for (let i = 0; i < 3; i += 1) await valueOf(tx).execute({ name: "nothing" });
      const rows = await queryRows<{ plans: unknown }>(
        tx,
        sql`select generic_plans + custom_plans as plans from pg_prepared_statements
          where statement = ${valueOf(tx).getQuery().sql}`,
      );
      expect(rows.map(({ plans }) => Number(plans) >= 3)).toEqual([true]);
    });
  });

  test("outlives the transaction that sent it first", async () => {
    const { db } = database;
    const { insert, builds } = counted();
    await db.transaction(async (tx) => {
      await tx.transaction((inner) => insert(inner).execute({ name: "inside", value: "3" }));
    });
    await insert(db).execute({ name: "outside", value: "4" });
    await db.transaction((tx) => insert(tx).execute({ name: "inside again", value: "5" }));
    for (const [name, value] of [
      ["inside", "3"],
      ["outside", "4"],
      ["inside again", "5"],
    ])
      expect(await valueOf(db).execute({ name })).toEqual([{ value }]);
    expect(builds()).toBe(1);
  });
});
