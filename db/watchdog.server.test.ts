import { sql } from "drizzle-orm";
import { Pool } from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { createOnServer } from "../tests/db.ts";
import { collectLines } from "../tests/log.ts";
import { eventually } from "../tests/make.ts";
import { openCuttableProxy, type CuttableProxy } from "../tests/cuttable-proxy.ts";
import { queryRows } from "./query.server.ts";
import { notify } from "./client.server.ts";
import { connectToServer } from "./postgres.server.ts";
import { isConnectionError } from "./errors.ts";
import { watchConnections } from "./watchdog.server.ts";

describe.skipIf(!inject("serverUrl"))("a server that falls silent", () => {
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

  /** A pool that is soon out of patience. */
  function openPool(lines: string[]) {
    const pool = new Pool({ connectionString: url, max: 3, connectionTimeoutMillis: 300 });
    pool.on("error", () => undefined);
    pool.on("connect", (client) => client.on("error", () => undefined));
    const timeouts = { silentMs: 300, probeMs: 300, intervalMs: 50 };
    return { pool, stop: watchConnections(pool, url, collectLines(lines), timeouts) };
  }

  const why = async (asked: Promise<unknown>) => {
    const [{ reason }] = (await Promise.allSettled([asked])) as [PromiseRejectedResult];
    return isConnectionError(reason) ? "the database is lost" : reason;
  };

  test("is waited for by nobody for long, and is asked over new lines when it speaks again", async () => {
    const lines: string[] = [];
    const { pool, stop } = openPool(lines);
    const between = await pool.connect();
    await between.query("begin");
    const asked = pool.query("select pg_sleep(0.2)");
    proxy.freeze();
    expect(await why(asked)).toBe("the database is lost");
    // What was said between two statements is heard with the next.
    expect(await why(between.query("select 1"))).toBe("the database is lost");
    between.release(true);
    expect(await why(pool.query("select 1"))).toBe("the database is lost");
    expect(lines).toContainEqual(expect.stringContaining("the database does not answer"));
    await proxy.restore();
    await eventually(() => pool.query("select 1 as one").then(({ rows }) => rows)).toEqual([
      { one: 1 },
    ]);
    await pool.end();
    stop();
  });

  test("is another thing than a long statement, which goes on", async () => {
    const lines: string[] = [];
    const { pool, stop } = openPool(lines);
    const { rows } = await pool.query("select 1 as one, pg_sleep(1.5)");
    expect(rows).toMatchObject([{ one: 1 }]);
    expect(lines).toEqual([]);
    await pool.end();
    stop();
  });

  test("is listened to again when it speaks", async () => {
    const server = connectToServer(url);
    const heard: string[] = [];
    const stop = await server.listen("changes", (payload) => heard.push(payload));
    proxy.freeze();
    // Another line is tried once the one that listened is given up.
    await proxy.nextConnection();
    await proxy.restore();
    await eventually(async () => {
      await notify(server.db, "changes", "still there?").catch(() => undefined);
      return heard;
    }).toContain("still there?");
    await stop();
    await server.close();
  }, 60_000);

  test("has its half-done transactions undone, so that nobody waits for their locks", async () => {
    const { db, close } = connectToServer(url);
    const shown = await queryRows(db, sql`show idle_in_transaction_session_timeout`);
    expect(shown).toEqual([{ idle_in_transaction_session_timeout: "1min" }]);
    await close();
  });
});
