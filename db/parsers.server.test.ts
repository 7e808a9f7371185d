import { PGlite, types } from "@electric-sql/pglite";
import { expect, test } from "vitest";
import { wrapPglite } from "./client.server.ts";
import { keepingParsers } from "./parsers.server.ts";

test("rows are read by the parsers that came with the statement, and PGlite is given none to copy", async () => {
  const client = await PGlite.create();
  const given: unknown[] = [];
  const query = keepingParsers(client, (text, params, options) => {
    given.push(options);
    return client.query(text, params, options);
  });
  const day = "select date '2026-11-23' as day";
  const reading = (name: string) => ({ parsers: { [types.DATE]: (text: string) => name + text } });
  expect((await query(day, [], reading("a "))).rows).toEqual([{ day: "a 2026-11-23" }]);
  expect((await query(day, [], { ...reading("b "), rowMode: "array" })).rows).toEqual([
    ["b 2026-11-23"],
  ]);
  expect(given).toEqual([{}, { rowMode: "array" }]);
  await client.close();
});

test("Drizzle gets times as text, inside a transaction and outside", async () => {
  const { db, close } = wrapPglite(await PGlite.create());
  const ask = "select timestamptz '2026-11-23 12:00:00+00' as at";
  const asText = { rows: [{ at: expect.stringMatching(/^2026-11-23 /) as unknown }] };
  expect(await db.execute(ask)).toMatchObject(asText);
  await db.transaction(async (tx) => {
    expect(await tx.execute(ask)).toMatchObject(asText);
  });
  await close();
});
