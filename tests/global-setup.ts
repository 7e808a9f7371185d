import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#db/open-database.server.ts";
import { wrapPglite } from "#db/embedded/open.server.ts";
import { migrateToNewest } from "#db/migrations.server.ts";
import { embeddedExtensions } from "#db/embedded/pglite.server.ts";
import { runOnServer, urlOfDatabase } from "./server-database.ts";

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

/** Makes the newest schema once; the databases of the tests are copies of it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const snapshotPath = join(tmpdir(), `satchel-snapshot-${process.pid}.tar`);
  const client = new PGlite({ extensions: embeddedExtensions });
  const database = wrapPglite(client);
  await migrateToNewest(database.db);
  writeFileSync(snapshotPath, Buffer.from(await (await client.dumpDataDir("none")).arrayBuffer()));
  await database.close();
  project.provide("snapshotPath", snapshotPath);

  const serverUrl = process.env.TEST_DATABASE_URL ?? null;
  const prefix = `satchel_test_${randomUUID().slice(0, 8)}_`;
  project.provide("serverUrl", serverUrl);
  project.provide("databasePrefix", prefix);
  if (serverUrl) await makeTemplate(serverUrl, templateOf(prefix));

  return async () => {
    rmSync(snapshotPath, { force: true });
    if (serverUrl) await dropAll(serverUrl, prefix);
  };
}

/** Returns the name of the template database with the newest schema. */
export const templateOf = (prefix: string): string => `${prefix}template`;

async function makeTemplate(serverUrl: string, name: string): Promise<void> {
  await runOnServer(serverUrl, `create database ${name}`);
  await (await openDatabase({ url: urlOfDatabase(serverUrl, name), dataDir: "" })).close();
}

async function dropAll(serverUrl: string, prefix: string): Promise<void> {
  const rows = await runOnServer(
    serverUrl,
    `select datname from pg_database where starts_with(datname, '${prefix}')`,
  );
  for (const { datname } of rows)
    await runOnServer(serverUrl, `drop database ${String(datname)} with (force)`);
}
