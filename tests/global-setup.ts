import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#db/client.server.ts";
import { wrapPglite } from "#db/embedded/open.server.ts";
import { migrateToNewest } from "#db/migrations.server.ts";
import { embeddedExtensions } from "#db/embedded/pglite.server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A PGlite data folder with the newest schema, to be loaded by each test file. */
    snapshotPath: string;
    /** A server with a template database of the newest schema; null where there is none. */
    serverUrl: string | null;
  }
}

export const TEMPLATE = "satchel_test_template";

/** Makes the newest schema once; every test then copies it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const snapshotPath = join(tmpdir(), `satchel-snapshot-${process.pid}.tar`);
  const client = new PGlite({ extensions: embeddedExtensions });
  const database = wrapPglite(client);
  await migrateToNewest(database.db);
  writeFileSync(snapshotPath, Buffer.from(await (await client.dumpDataDir("none")).arrayBuffer()));
  await database.close();
  project.provide("snapshotPath", snapshotPath);

  const serverUrl = process.env.TEST_DATABASE_URL ?? null;
  project.provide("serverUrl", serverUrl);
  if (serverUrl) await makeTemplate(serverUrl);

  return async () => rmSync(snapshotPath, { force: true });
}

async function makeTemplate(serverUrl: string): Promise<void> {
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`drop database if exists ${TEMPLATE} with (force)`);
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = `/${TEMPLATE}`;
  await (await openDatabase({ url: url.href, dataDir: "" })).close();
}
