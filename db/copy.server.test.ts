import { type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { describeOnBothDatabases, openThroughProxy } from "../tests/db.ts";
import { eventually } from "../tests/make.ts";
import type { CuttableProxy } from "../tests/cuttable-proxy.ts";
import type { Database } from "./client.server.ts";
import { copyLines } from "./copy.server.ts";
import { isConnectionError } from "./errors.ts";
import { queryRows } from "./query.server.ts";

describeOnBothDatabases("copyLines", (_openFresh, openEmpty) => {
  let database: Database;
  beforeAll(async () => {
    database = await openEmpty();
    await database.db.execute(sql`create table words (word text)`);
  });
  afterAll(() => database.close());

  const copied = async (query: SQL, limit = 10_000) => {
    const { chunks, last } = await copyLines(database.db, query, limit);
    return { text: Buffer.concat(chunks).toString(), chunks, last };
  };

  test("returns lines as of RFC 4180, also for cells with line breaks, without the last cell", async () => {
    const query = sql`select n, ${'a\nb,"c"'}::text, null, -n from generate_series(1, 2) n`;
    expect(await copied(query)).toMatchObject({
      text: '1,"a\nb,""c""",\r\n2,"a\nb,""c""",\r\n',
      last: null,
    });
  });

  test("returns at most the limit, and the cursor to continue from", async () => {
    const query = sql`select 'é' || n, n * 10 from generate_series(1, 3) n order by n`;
    expect(await copied(query, 2)).toMatchObject({ text: "é1\r\né2\r\n", last: "é2,20" });
    expect(await copied(query, 3)).toMatchObject({ last: "é3,30" });
    expect(await copied(query, 4)).toMatchObject({ last: null });
    expect(await copied(sql`select 1, 2 where false`)).toMatchObject({ chunks: [], last: null });
  });

  test("returns chunks of bytes for many rows and for long ones", async () => {
    const lengths = [1, 70_000, 3, 65_530, 200_000, 10];
    const { text, chunks } = await copied(
      sql`select repeat(chr(64 + i::int), n::int), 0
        from unnest(string_to_array(${lengths.join(",")}, ',')) with ordinality as long (n, i) order by i`,
    );
    const lines = lengths.map((length, i) => `${String.fromCharCode(65 + i).repeat(length)}\r\n`);
    expect(text).toBe(lines.join(""));
    expect(chunks.length).toBeGreaterThan(3);
    const many = await copied(sql`select n, md5(n::text), 0 from generate_series(1, 9000) n`);
    expect(many.text.split("\r\n")).toHaveLength(9001);
    expect(new Set(many.text.match(/^\d+(?=,)/gm)).size).toBe(9000);
  });

  test("writes any text, number or null unchanged", async () => {
    const texts = fc
      .oneof(
        fc.string({ unit: "binary" }),
        fc.string({ unit: fc.constantFrom(...String.raw`'\$1;-"%_:E`.split("")) }),
      )
      .filter((text) => !text.includes("\0"));
    await fc.assert(
      fc.asyncProperty(texts, fc.integer(), async (text, number) => {
        const query = sql`select ${number}::int, encode(convert_to(${text}::text, 'UTF8'), 'hex'), ${null}::int, 0`;
        const hex = Buffer.from(text).toString("hex");
        expect((await copied(query)).text).toBe(`${number},${hex || '""'},\r\n`);
      }),
    );
  });

  test("rejects a parameter with a NUL, and one that is neither text nor number", async () => {
    for (const value of ["a\0; drop table words", new Date(), ["a"], true])
      await expect(copied(sql`select ${sql.param(value)}, 0`)).rejects.toThrow(TypeError);
    expect(await queryRows(database.db, sql`select * from words`)).toEqual([]);
  });

  test("a query that fails halfway rejects, and no other does", async () => {
    const query = sql`select 1 / (n - 5000), 0 from generate_series(1, 9000) n`;
    const answers = await Promise.allSettled([
      copied(query),
      copied(sql`select 1, 0`),
      queryRows(database.db, sql`select 2 as two`),
      copied(sql`select nonsense`),
    ]);
    expect(answers).toMatchObject([
      { status: "rejected", reason: { message: "division by zero" } },
      { status: "fulfilled", value: { text: "1\r\n" } },
      { status: "fulfilled", value: [{ two: 2 }] },
      { status: "rejected" },
    ]);
    for (let i = 0; i < 20; i += 1) await expect(copied(query)).rejects.toThrow("division by zero");
    expect((await copied(sql`select 3, 0`)).text).toBe("3\r\n");
  });

  test("sees nothing of a concurrent transaction, and does not disturb it", async () => {
    const words = sql`select word, 0 from words`;
    const writing = Promise.withResolvers<void>();
    const transaction = database.db.transaction(async (tx) => {
      await tx.execute(sql`insert into words values ('half')`);
      writing.resolve();
      await new Promise((turn) => setImmediate(turn));
      await tx.execute(sql`update words set word = 'whole'`);
    });
    await writing.promise;
    const [seen] = await Promise.all([
      copied(words),
      expect(copied(sql`select 1 / 0, 0`)).rejects.toThrow("division by zero"),
      transaction,
    ]);
    expect(seen.text).not.toContain("half");
    expect((await copied(words)).text).toBe("whole\r\n");
    await database.db.transaction((tx) =>
      expect(copyLines(tx, words, 1)).rejects.toThrow("inside a transaction"),
    );
    await database.db.execute(sql`delete from words`);
  });
});

describe.skipIf(!inject("serverUrl"))("copyLines on a server", () => {
  let proxy: CuttableProxy;
  let database: Database;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ proxy, database, close } = await openThroughProxy());
  });
  afterEach(() => close());

  test("rejects when the server is lost, and works when it is back", async () => {
    const slow = sql`select n, case when n > 5000 then pg_sleep(60) end, 0 from generate_series(1, 9000) n`;
    const lost = copyLines(database.db, slow, 9000).catch((error: unknown) => error);
    await eventually(() =>
      queryRows(
        database.db,
        sql`select pid from pg_stat_activity where datname = current_database() and query like 'copy %'`,
      ),
    ).toHaveLength(1);
    await proxy.cut();
    expect(isConnectionError(await lost)).toBe(true);
    await proxy.restore();
    const again = () => copyLines(database.db, sql`select 1, 0`, 1).catch(() => null);
    await eventually(again).toMatchObject({ last: "1,0" });
  });

  test("rejects when its backend is terminated, and leaks no connection", async () => {
    const pid = sql`select pg_backend_pid(), 0`;
    for (let i = 0; i < 12; i += 1) {
      const killed = copyLines(
        database.db,
        sql`select pg_terminate_backend(pg_backend_pid()), 0`,
        1,
      );
      expect(isConnectionError(await killed.catch((error: unknown) => error))).toBe(true);
    }
    await Promise.all(Array.from({ length: 12 }, () => copyLines(database.db, pid, 1)));
  });
});
