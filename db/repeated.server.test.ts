import { PGlite } from "@electric-sql/pglite";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repeatedly, withRepeated } from "./repeated.server.ts";

const client = withRepeated(await PGlite.create(), (ask) => ask);
const byName = repeatedly(client) as Pick<PGlite, "query">;
beforeAll(() => client.exec("create table words (id int primary key, word text)"));
afterAll(() => client.close());

const insert = "insert into words values ($1, $2)";
const count = "select count(*)::int as n from words";

test("a statement sent by name answers as PGlite's own query does", async () => {
  const all = `select $1::int as i, $2::text as t, $3::jsonb as j, $4::timestamptz as at, $5::boolean as b,
    $6::text[] as list, $7::bigint as big, $8::bytea as bytes, $9::date as d`;
  const nullable = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null });
  await fc.assert(
    fc.asyncProperty(
      nullable(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
      nullable(fc.string().filter((text) => !text.includes("\0"))),
      nullable(fc.dictionary(fc.stringMatching(/^[a-z]+$/), fc.integer())),
      nullable(fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })),
      nullable(fc.boolean()),
      nullable(fc.array(fc.stringMatching(/^[ -~]*$/))),
      nullable(fc.maxSafeInteger()),
      nullable(fc.uint8Array()),
      fc.constantFrom("array" as const, "object" as const),
      async (i, t, j, at, b, list, big, bytes, rowMode) => {
        const params = [i, t, j, at, b, list, big, bytes, at?.toISOString().slice(0, 10) ?? null];
        const options = { rowMode, parsers: { 1184: (text: string) => `at ${text}` } };
        expect(await byName.query(all, params, options)).toEqual(
          await client.query(all, params, options),
        );
      },
    ),
  );
  expect(await byName.query(insert, [1, "one"])).toMatchObject({ affectedRows: 1, rows: [] });
  expect((await byName.query(count)).rows).toEqual([{ n: 1 }]);
});

test("it belongs to the transaction that sends it, and waits outside until that has ended", async () => {
  const order: string[] = [];
  const outside = Promise.withResolvers<unknown>();
  await expect(
    client.transaction(async (tx) => {
      await repeatedly(tx).query(insert, [2, "two"]);
      outside.resolve(byName.query(count).then(({ rows }) => order.push(JSON.stringify(rows))));
      expect((await repeatedly(tx).query(count)).rows).toEqual([{ n: 2 }]);
      order.push("inside");
      throw new Error("taken back");
    }),
  ).rejects.toThrow("taken back");
  await outside.promise;
  expect(order).toEqual(["inside", '[{"n":1}]']);
});

test("one that was refused works the next time, and so do those after it", async () => {
  await byName.query(insert, [3, "three"]);
  await expect(byName.query(insert, [3, "again"])).rejects.toMatchObject({ code: "23505" });
  await expect(
    client.transaction(async (tx) => {
      await expect(repeatedly(tx).query(insert, [3, "again"])).rejects.toMatchObject({
        code: "23505",
      });
      await repeatedly(tx).query(count);
    }),
  ).rejects.toMatchObject({ code: "25P02" });
  await expect(byName.query("select nothing from nowhere")).rejects.toMatchObject({
    code: "42P01",
  });
  await byName.query(insert, [4, "four"]);
  expect((await byName.query("select word from words where id = $1", [4])).rows).toEqual([
    { word: "four" },
  ]);
});

test("it is planned anew now and then, for tables grow; what was prepared before is let go", async () => {
  const one = "select word from words where id = $1";
  await client.exec("truncate words");
  for (let id = 0; id < 1000; id += 1) {
    await byName.query(insert, [id, "word"]);
    await byName.query(one, [id]);
  }
  const { rows } = await client.query<{ statement: string; plans: number }>(
    "select statement, generic_plans + custom_plans as plans from pg_prepared_statements",
  );
  const statements = rows.map(({ statement }) => statement);
  expect(new Set(statements).size).toBe(statements.length);
  expect(rows.find(({ statement }) => statement === one)?.plans).toBeLessThanOrEqual(200);
});

test("a result that has other columns than before is told the next time", async () => {
  const all = "select * from words where id = $1";
  await byName.query(all, [1]);
  await client.exec("alter table words add column more text");
  await expect(byName.query(all, [1])).rejects.toMatchObject({ code: "0A000" });
  expect((await byName.query(all, [1])).rows).toEqual([{ id: 1, word: "word", more: null }]);
});
