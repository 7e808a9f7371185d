import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWhereDatabasesDiffer } from "../tests/db.ts";
import type { Database } from "./client.server.ts";
import { prepared, queryRows } from "./query.server.ts";
import { secrets } from "../shop/settings/tables.ts";

describeWhereDatabasesDiffer("a prepared statement", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const countBuilds = () => {
    let builds = 0;
    const insert = prepared((db) => {
      builds += 1;
      const values = { name: sql.placeholder("name"), value: sql.placeholder("value") };
      return db.insert(secrets).values(values).prepare("insert_secret");
    });
    return { insert, builds: () => builds };
  };
  const valueOf = prepared((db) =>
    db
      .select({ value: secrets.value })
      .from(secrets)
      .where(eq(secrets.name, sql.placeholder("name")))
      .prepare("secret_by_name"),
  );

  test("is built once for a database", async () => {
    const { db } = database;
    const { insert, builds } = countBuilds();
    await insert(db).execute({ name: "one", value: "1" });
    await insert(db).execute({ name: "two", value: "2" });
    expect(builds()).toBe(1);
    expect(await valueOf(db).execute({ name: "two" })).toEqual([{ value: "2" }]);
  });

  test("belongs to the transaction that sends it, also when it was first sent outside of one", async () => {
    const { db } = database;
    const { insert } = countBuilds();
    await insert(db).execute({ name: "first", value: "1" });
    await expect(
      db.transaction(async (tx) => {
        await insert(tx).execute({ name: "second", value: "2" });
        expect(await valueOf(tx).execute({ name: "second" })).toEqual([{ value: "2" }]);
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    expect(await valueOf(db).execute({ name: "first" })).toEqual([{ value: "1" }]);
    expect(await valueOf(db).execute({ name: "second" })).toEqual([]);
  });

  test("is parsed by a server once for each connection", async () => {
    // PGlite sends no named statements.
    if (database.kind === "embedded") return;
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
    const { insert } = countBuilds();
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
  });
});
