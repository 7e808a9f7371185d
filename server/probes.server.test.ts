import { TransactionRollbackError, sql } from "drizzle-orm";
import { Gauge, Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { schemaCheck } from "#db/migrations.server.ts";
import { version } from "#lib/version.ts";
import { describeOnBothDatabases } from "../tests/db.ts";
import { collectLines } from "../tests/log.ts";
import { type ProbeOptions, probeRoutes } from "./probes.ts";

const token = "a token of twenty-six signs";

const lines: string[] = [];

const registry = new Registry();
new Gauge({ name: "satchel_open", help: "For the test.", registers: [registry] }).set(7);

function probes(options: Partial<ProbeOptions>) {
  return probeRoutes({
    schemaIsCurrent: async () => true,
    diskIsFull: () => false,
    clockSkewMs: () => 0,
    stopping: new AbortController().signal,
    metrics: async () => registry,
    metricsToken: null,
    log: collectLines(lines),
    ...options,
  });
}

const readiness = async (options: Partial<ProbeOptions>) => {
  const response = await probes(options).request("/readyz");
  return [response.status, await response.json()];
};

describe("readiness", () => {
  test("is reported while the database has the newest schema", async () => {
    expect(await readiness({})).toEqual([200, { ready: true, reasons: [] }]);
  });

  test("is not reported during shutdown", async () => {
    const stopping = AbortSignal.abort();
    expect(await readiness({ stopping })).toEqual([503, { ready: false, reasons: ["stopping"] }]);
  });

  test("is not reported while the disk is full", async () => {
    expect(await readiness({ diskIsFull: () => true })).toEqual([
      503,
      { ready: false, reasons: ["disk"] },
    ]);
  });

  test("is not reported while the clock is far from the database's", async () => {
    expect(await readiness({ clockSkewMs: () => -9000 })).toEqual([
      503,
      { ready: false, reasons: ["clock"] },
    ]);
  });

  test("is not reported while the database fails, or does not respond for two seconds", async () => {
    const down = [503, { ready: false, reasons: ["database"] }];
    expect(await readiness({ schemaIsCurrent: () => Promise.reject(new Error("gone")) })).toEqual(
      down,
    );
    const began = Date.now();
    expect(await readiness({ schemaIsCurrent: () => new Promise(() => undefined) })).toEqual(down);
    expect(Date.now() - began).toBeGreaterThan(1900);
  });
});

test.each(["/healthz", "/readyz", "/metrics"])("%s may not be framed", async (path) => {
  const { headers } = await probes({ metricsToken: token }).request(path);
  expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("strict-transport-security")).toBeNull();
});

test("liveness needs no database", async () => {
  const schemaIsCurrent = () => Promise.reject(new Error("gone"));
  const response = await probes({ schemaIsCurrent }).request("/healthz");
  expect([response.status, await response.text()]).toEqual([200, `ok ${version}`]);
});

describe("metrics", () => {
  const scrape = (metricsToken: string | null, authorization?: string) =>
    probes({ metricsToken }).request("/metrics", {
      headers: authorization === undefined ? {} : { authorization },
    });

  test("respond with 404 unless a token is configured", async () => {
    for (const header of [undefined, `Bearer ${token}`, "Bearer null", "Bearer "])
      expect((await scrape(null, header)).status).toBe(404);
  });

  test.each([undefined, "", "Bearer", `Bearer ${token}x`, token, `Basic ${token}`])(
    "respond with 401 to %s",
    async (header) => {
      const response = await scrape(token, header);
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(await response.text()).not.toContain("satchel_open");
    },
  );

  test("respond with 500 and log the error when they cannot be read", async () => {
    const metrics = () => Promise.reject(new Error("no metrics today"));
    const response = await probes({ metrics, metricsToken: token }).request("/metrics", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(500);
    expect(lines.splice(0)).toEqual([expect.stringContaining("no metrics today")]);
  });

  test("are in the text format of Prometheus", async () => {
    const response = await scrape(token, `Bearer ${token}`);
    expect(response.headers.get("content-type")).toContain("version=0.0.4");
    expect(await response.text()).toBe(
      "# HELP satchel_open For the test.\n# TYPE satchel_open gauge\nsatchel_open 7\n",
    );
  });
});

describeOnBothDatabases("the schema", (openFresh) => {
  let database: Database;
  beforeAll(async () => {
    database = await openFresh();
  });
  afterAll(() => database.close());

  test("is current once migrated and in a newer database, but not in an older one", async () => {
    // Rolled back: the next test that gets this database of the pool needs its migrations.
    const tried = database.db.transaction(async (tx) => {
      const isCurrent = schemaCheck(tx);
      expect(await isCurrent()).toBe(true);
      await tx.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 1000`);
      expect(await isCurrent()).toBe(true);
      await tx.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 2000`);
      expect(await isCurrent()).toBe(false);
      await tx.execute(sql`truncate drizzle.__drizzle_migrations`);
      expect(await isCurrent()).toBe(false);
      tx.rollback();
    });
    await expect(tried).rejects.toThrow(TransactionRollbackError);
  });
});
