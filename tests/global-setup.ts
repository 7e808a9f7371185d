import { randomUUID } from "node:crypto";
import type { TestProject } from "vitest/node";
import { schemaSnapshot } from "./schema-snapshot.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A PGlite data folder with the newest schema, to be loaded by each test file. */
    snapshotPath: string;
    /** A server for databases; null where there is none. */
    serverUrl: string | null;
    /** What the names of this run's databases on the server begin with. Several runs may share a server. */
    databasePrefix: string;
  }
}

/** Provides the newest schema, of which the databases of the tests are copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide("snapshotPath", await schemaSnapshot());
  const serverUrl = process.env.TEST_DATABASE_URL ?? null;
  const prefix = `satchel_test_${randomUUID().slice(0, 8)}_`;
  project.provide("serverUrl", serverUrl);
  project.provide("databasePrefix", prefix);
  return async () => {
    if (serverUrl) await dropAll(serverUrl, prefix);
  };
}

async function dropAll(serverUrl: string, prefix: string): Promise<void> {
  const { runOnServer } = await import("./server-database.ts");
  const rows = await runOnServer(
    serverUrl,
    `select datname from pg_database where starts_with(datname, '${prefix}')`,
  );
  for (const { datname } of rows)
    await runOnServer(serverUrl, `drop database ${String(datname)} with (force)`);
}
