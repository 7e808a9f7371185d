import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { describeWhereDatabasesDiffer } from "../tests/db.ts";
import { eventually } from "../tests/make.ts";
import { folderForDatabases } from "../tests/temp-folder.ts";
import { type Database, notify } from "./client.server.ts";
import { openDatabase } from "./open-database.server.ts";
import { EMBEDDED_VERSION } from "./embedded/pglite.server.ts";
import { DataFolderLockedError } from "./embedded/lock.server.ts";

async function rowsOf<Row>({ db }: Database, query: ReturnType<typeof sql>): Promise<Row[]> {
  const result: unknown = await db.execute(query);
  return (result as { rows: Row[] }).rows;
}

describe("the embedded database", () => {
  const dataDir = folderForDatabases();
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  test("has every row committed before its process was killed, and recovers when opened", async () => {
    const script = `
      import { sql } from "drizzle-orm";
      import { openDatabase } from ${JSON.stringify(new URL("./open-database.server.ts", import.meta.url).href)};
      const { db } = await openDatabase({ url: null, dataDir: ${JSON.stringify(dataDir)} });
      await db.execute(sql\`create table committed (id integer primary key, filler text)\`);
      for (let id = 1; ; id += 1) {
        await db.transaction((tx) =>
          tx.execute(sql\`insert into committed values (\${id}, repeat('x', 3000))\`));
        console.log(id);
      }`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      // So that the script finds its packages.
      cwd: new URL("..", import.meta.url),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const printed: number[] = [];
    const lines = createInterface(child.stdout);
    lines.on("line", (line) => {
      printed.push(Number(line));
      if (printed.length === 20) child.kill("SIGKILL");
    });
    await once(lines, "close");
    expect(printed.length).toBeGreaterThanOrEqual(20);

    const database = await openDatabase({ url: null, dataDir });
    expect(database.kind).toBe("embedded");
    expect(readFileSync(join(dataDir, "database/PG_VERSION"), "utf8").trim()).toBe(
      EMBEDDED_VERSION,
    );
    const found = await rowsOf<{ id: number }>(database, sql`select id from committed order by id`);
    const ids = found.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(printed));
    // Only the transaction in flight may be there or not.
    expect(ids).toEqual(Array.from(ids, (_, i) => i + 1));
    expect(ids.length).toBeLessThanOrEqual(printed.length + 1);

    // A commit is on the disk before it is acknowledged.
    expect(await rowsOf(database, sql`show fsync`)).toEqual([{ fsync: "on" }]);
    expect(await rowsOf(database, sql`show synchronous_commit`)).toEqual([
      { synchronous_commit: "on" },
    ]);

    await expect(openDatabase({ url: null, dataDir })).rejects.toThrow(DataFolderLockedError);
    await database.close();
    // The first start and the recovery call fsync a thousand times each, which is slow on a busy disk.
  }, 90_000);
});

describeWhereDatabasesDiffer("notifications", (openFresh) => {
  let database: Database;
  beforeAll(async () => {
    database = await openFresh();
  });
  afterAll(() => database.close());

  const stopping: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(stopping.splice(0).map((stop) => stop()));
  });
  async function listen(
    channel: string,
  ): Promise<{ received: string[]; stop: () => Promise<void> }> {
    const received: string[] = [];
    const stop = await database.listen(channel, (payload) => received.push(payload));
    stopping.push(stop);
    return { received, stop };
  }
  const notifyAlone = (channel: string, payload: string) =>
    database.db.transaction((tx) => notify(tx, channel, payload));

  test("arrive after the commit, not before", async () => {
    const { received } = await listen("changes");
    await database.db.transaction(async (tx) => {
      await notify(tx, "changes", "from within");
      // A notification sent too early would arrive before the result of this later query.
      if (database.kind === "postgresql") await notifyAlone("changes", "from beside");
      await tx.execute(sql`select 1`);
      if (database.kind === "postgresql") await eventually(() => received).toEqual(["from beside"]);
      expect(received).not.toContain("from within");
    });
    await eventually(() => received.at(-1)).toBe("from within");
  });

  test("of a transaction that is rolled back never arrive", async () => {
    const { received } = await listen("changes");
    const undone = database.db.transaction(async (tx) => {
      await notify(tx, "changes", "undone");
      throw new Error("the power went");
    });
    await expect(undone).rejects.toThrow("the power went");
    await notifyAlone("changes", "done");
    await eventually(() => received).toEqual(["done"]);
  });

  test("arrive in order with any payload, and only on their channel", async () => {
    const { received } = await listen("changes");
    const { received: elsewhere } = await listen("others");
    const payloads = ["order:7KQ2M9X", "", 'it\'s "quoted"; drop table orders', "ünïcode 🙂"];
    for (const payload of payloads) await notifyAlone("changes", payload);
    await notifyAlone("others", "for others");
    await eventually(() => received).toEqual(payloads);
    await eventually(() => elsewhere).toEqual(["for others"]);
  });

  test("arrive at every listener, and not at one that has stopped", async () => {
    const [first, second] = [await listen("changes"), await listen("changes")];
    await notifyAlone("changes", "one");
    await eventually(() => [first.received, second.received]).toEqual([["one"], ["one"]]);
    await first.stop();
    await notifyAlone("changes", "two");
    await eventually(() => second.received).toEqual(["one", "two"]);
    expect(first.received).toEqual(["one"]);
  });
});

describe.skipIf(!inject("serverUrl"))("a PostgreSQL server", () => {
  const serverUrl = inject("serverUrl") ?? "";
  const name = `satchel_test_${randomUUID().replaceAll("-", "")}`;
  const url = () => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const open = () => openDatabase({ url: url(), dataDir: "" });
  const asAdmin = async (statement: string) => {
    const client = new Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  beforeAll(() => asAdmin(`create database ${name}`));
  afterAll(() => asAdmin(`drop database if exists ${name} with (force)`));

  test("is migrated once by instances that start together", async () => {
    const databases = await Promise.all(Array.from({ length: 4 }, open));
    for (const database of databases)
      expect(await rowsOf(database, sql`select count(*)::int as count from orders`)).toEqual([
        { count: 0 },
      ]);
    await Promise.all(databases.map(({ close }) => close()));
  });

  test("that closes a listening connection is listened to again", async () => {
    const database = await open();
    const received: string[] = [];
    const stop = await database.listen("changes", (payload) => received.push(payload));
    const cut = await rowsOf(
      database,
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'listen %'`,
    );
    expect(cut).toHaveLength(1);
    await eventually(async () => {
      await notify(database.db, "changes", "still there?");
      return received;
    }).toContain("still there?");
    await stop();
    await database.close();
  });

  test("that closes the connections of the pool is queried over new ones", async () => {
    const database = await open();
    await rowsOf(database, sql`select 1`);
    await asAdmin(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    await eventually(() => rowsOf(database, sql`select 1 as one`).catch(() => null)).toEqual([
      { one: 1 },
    ]);
    await database.close();
  });

  test("that closes the connection of a transaction rolls it back, and the next uses a new connection", async () => {
    const database = await open();
    const cut = database.db.transaction(async (tx) => {
      await asAdmin(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
      );
      // The connection is gone now, between two statements, while no query waits for a response.
      await tx.execute(sql`select 1`);
    });
    await expect(cut).rejects.toThrow();
    await eventually(() => rowsOf(database, sql`select 1 as one`).catch(() => null)).toEqual([
      { one: 1 },
    ]);
    await database.close();
  });

  test("that closes connections while transactions begin leaves none checked out: the pool still closes", async () => {
    const database = await open();
    const begin = () => database.db.transaction((tx) => tx.execute(sql`select 1`));
    for (let round = 0; round < 10; round += 1) {
      const begun = Promise.allSettled(Array.from({ length: 10 }, begin));
      await asAdmin(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
      await Promise.allSettled(Array.from({ length: 10 }, begin));
      await begun;
    }
    await eventually(() => rowsOf(database, sql`select 1 as one`).catch(() => null)).toEqual([
      { one: 1 },
    ]);
    await database.close();
  });
});
