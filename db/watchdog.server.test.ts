import { sql } from "drizzle-orm";
import { Pool } from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { createOnServer } from "../tests/create-on-server.ts";
import { collectLines } from "../tests/log.ts";
import { eventually } from "../tests/make.ts";
import { openCuttableProxy, type CuttableProxy } from "../tests/cuttable-proxy.ts";
import { notify, queryRows } from "./client.server.ts";
import { connectToServer } from "./postgres.server.ts";
import { isConnectionError } from "./errors.ts";
import { watchConnections } from "./watchdog.server.ts";

describe.skipIf(!inject("serverUrl"))("a server that stops responding", () => {
  let proxy: CuttableProxy;
  let url: string;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const made = await createOnServer();
    const { hostname, port } = new URL(made.url);
    proxy = await openCuttableProxy({ host: hostname, port: Number(port) });
    url = Object.assign(new URL(made.url), { port: String(proxy.port) }).href;
    ({ drop } = made);
  });
  afterEach(async () => {
    await proxy.cut();
    await drop();
  });

  /** Opens a pool with short timeouts. */
  function openPool(lines: string[]) {
    const pool = new Pool({ connectionString: url, max: 3, connectionTimeoutMillis: 300 });
    pool.on("error", () => undefined);
    pool.on("connect", (client) => client.on("error", () => undefined));
    const timeouts = { silentMs: 300, probeMs: 300, intervalMs: 50 };
    return { pool, stop: watchConnections(pool, url, collectLines(lines), timeouts) };
  }

  const errorOf = async (query: Promise<unknown>) => {
    const [{ reason }] = (await Promise.allSettled([query])) as [PromiseRejectedResult];
    return isConnectionError(reason) ? "the database is lost" : reason;
  };

  test("makes queries fail within the timeout, and is queried over new connections once it responds", async () => {
    const lines: string[] = [];
    const { pool, stop } = openPool(lines);
    const between = await pool.connect();
    await between.query("begin");
    const running = pool.query("select pg_sleep(0.2)");
    proxy.freeze();
    expect(await errorOf(running)).toBe("the database is lost");
    // A connection lost between two statements fails with the next one.
    expect(await errorOf(between.query("select 1"))).toBe("the database is lost");
    between.release(true);
    expect(await errorOf(pool.query("select 1"))).toBe("the database is lost");
    expect(lines).toContainEqual(expect.stringContaining("the database does not answer"));
    await proxy.restore();
    await eventually(() => pool.query("select 1 as one").then(({ rows }) => rows)).toEqual([
      { one: 1 },
    ]);
    await pool.end();
    stop();
  });

  test("is distinguished from a long statement, which continues", async () => {
    const lines: string[] = [];
    const { pool, stop } = openPool(lines);
    const { rows } = await pool.query("select 1 as one, pg_sleep(1.5)");
    expect(rows).toMatchObject([{ one: 1 }]);
    expect(lines).toEqual([]);
    await pool.end();
    stop();
  });

  test("is listened to again once it responds", async () => {
    const server = connectToServer(url);
    const received: string[] = [];
    const stop = await server.listen("changes", (payload) => received.push(payload));
    proxy.freeze();
    // A new connection is opened once the listening one timed out.
    await proxy.nextConnection();
    await proxy.restore();
    await eventually(async () => {
      await notify(server.db, "changes", "still there?").catch(() => undefined);
      return received;
    }).toContain("still there?");
    await stop();
    await server.close();
  }, 60_000);

  test("rolls back idle transactions, which releases their locks", async () => {
    const { db, close } = connectToServer(url);
    const shown = await queryRows(db, sql`show idle_in_transaction_session_timeout`);
    expect(shown).toEqual([{ idle_in_transaction_session_timeout: "1min" }]);
    await close();
  });
});
