import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { Client } from "pg";
import { describe, inject } from "vitest";
import { type Database, fromPglite, openDatabase } from "#db/client.server.ts";
import { embeddedExtensions } from "#db/embedded.server.ts";
import { TEMPLATE } from "./global-setup.ts";

/** A fresh database of the newest schema; gone when closed. */
type OpenFresh = () => Promise<Database>;

/**
 * Runs the same tests on PGlite and on a PostgreSQL server. Without a server those are skipped, by name;
 * whoever runs the whole suite says so loudly, or fails.
 */
export function describeOnBothDatabases(name: string, define: (open: OpenFresh) => void): void {
  describe(`${name} (PGlite)`, () => define(openEmbedded));
  describe.skipIf(!inject("serverUrl"))(`${name} (PostgreSQL)`, () => define(openOnServer));
}

async function openEmbedded(): Promise<Database> {
  const loadDataDir = new Blob([readFileSync(inject("snapshotPath"))]);
  return fromPglite(await PGlite.create({ loadDataDir, extensions: embeddedExtensions }));
}

async function openOnServer(): Promise<Database> {
  const serverUrl = inject("serverUrl");
  if (!serverUrl) throw new Error("TEST_DATABASE_URL is not set");
  const name = `satchel_test_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(serverUrl, `create database ${name} template ${TEMPLATE}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href, dataDir: "" });
  return {
    ...database,
    close: async () => {
      await database.close();
      await asAdmin(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

async function asAdmin(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
