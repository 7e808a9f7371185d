import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, queryRows } from "../client.server.ts";
import { wrapPglite } from "./open.server.ts";
import { checkpointDue, vacuumDue } from "./vacuum.server.ts";

let database: Database;
beforeAll(async () => {
  database = wrapPglite(await PGlite.create());
  await database.db.execute(sql`create table "Busy" (id int primary key, at int not null)`);
  await database.db.execute(sql`create index on "Busy" (at)`);
  await database.db.execute(sql`create table quiet (id int primary key)`);
  await database.db.execute(sql`insert into quiet select generate_series(1, 40)`);
  await database.db.execute(sql`insert into "Busy" select n, n from generate_series(1, 2000) n`);
});
afterAll(() => database.close());

/** Flushes the statistics, which PostgreSQL otherwise does within a second. */
const counted = () => database.db.execute(sql`select pg_stat_force_next_flush()`);
const work = async () => {
  for (let i = 0; i < 20; i += 1) await database.db.execute(sql`update "Busy" set at = at + 1`);
  await counted();
};
const sizeOf = async () => {
  const [row] = await queryRows<{ size: number }>(
    database.db,
    sql`select pg_total_relation_size('"Busy"')::int as size`,
  );
  return row?.size ?? 0;
};

test("a table under constant updates stops growing, and only tables that are due are vacuumed", async () => {
  await work();
  expect(await vacuumDue(database.db)).toEqual(['public."Busy"']);
  expect(await vacuumDue(database.db)).toEqual([]);
  await work();
  await vacuumDue(database.db);
  const settled = await sizeOf();
  for (let i = 0; i < 5; i += 1) {
    await work();
    expect(await vacuumDue(database.db)).toEqual(['public."Busy"']);
  }
  // Without it each round adds as much as the first.
  expect(await sizeOf()).toBeLessThan(1.2 * settled);
});

test("the planner statistics are refreshed", async () => {
  const rowsKnown = () =>
    queryRows(database.db, sql`select reltuples::int as rows from pg_class where relname = 'Busy'`);
  expect(await rowsKnown()).toEqual([{ rows: 2000 }]);
  await database.db.execute(sql`insert into "Busy" select n, n from generate_series(2001, 3000) n`);
  await counted();
  expect(await vacuumDue(database.db)).toEqual(['public."Busy"']);
  expect(await rowsKnown()).toEqual([{ rows: 3000 }]);
});

test("a checkpoint is written once there is enough WAL, which does not grow for ever", async () => {
  const { db } = database;
  await db.execute(sql`checkpoint`);
  expect(await checkpointDue(db)).toBe(false);
  await db.execute(sql`create table "Written" (text text)`);
  const write = sql`insert into "Written" select md5(random()::text) from generate_series(1, 500000)`;
  await db.execute(write);
  expect(await checkpointDue(db)).toBe(true);
  expect(await checkpointDue(db)).toBe(false);
});
