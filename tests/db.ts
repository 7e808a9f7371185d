import { randomUUID } from "node:crypto";
import { PGlite } from "@electric-sql/pglite";
import { Client } from "pg";
import { describe, inject } from "vitest";
import { type Database, openDatabase } from "#db/client.server.ts";
import { wrapPglite } from "#db/embedded/open.server.ts";
import { embeddedExtensions } from "#db/embedded/pglite.server.ts";
import { connectToServer } from "#db/postgres.server.ts";
import { openFromPool } from "./embedded-pool.ts";
import { TEMPLATE } from "./global-setup.ts";
import { type CuttableProxy, openCuttableProxy } from "./cuttable-proxy.ts";

/** Opens a temporary database that is deleted when closed. */
type Open = () => Promise<Database>;

/**
 * Runs the same tests on PGlite and on a PostgreSQL server. Without a server its tests are skipped, which `npm test`
 * reports, or fails on in CI. A fresh database has the newest schema, an empty one nothing at all.
 */
export function describeOnBothDatabases(
  name: string,
  define: (openFresh: Open, openEmpty: Open) => void,
): void {
  describe(`${name} (PGlite)`, () => define(openFromPool, openEmptyEmbedded));
  describe.skipIf(!inject("serverUrl"))(`${name} (PostgreSQL)`, () =>
    define(openOnServer, openEmptyOnServer),
  );
}

/** Creates an empty database on the server. */
export async function createOnServer(
  template = "template1",
): Promise<{ url: string; drop: () => Promise<void> }> {
  const serverUrl = inject("serverUrl");
  if (!serverUrl) throw new Error("TEST_DATABASE_URL is not set");
  const name = `satchel_test_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(serverUrl, `create database ${name} template ${template}`);
  return {
    url: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href,
    drop: () => asAdmin(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

/** Opens an empty database on the server through a proxy that can cut connections. */
export async function openThroughProxy(): Promise<{
  database: Database;
  proxy: CuttableProxy;
  close: () => Promise<void>;
}> {
  const { url, drop } = await createOnServer();
  const { hostname, port } = new URL(url);
  const proxy = await openCuttableProxy({ host: hostname, port: Number(port) });
  const database = connectToServer(Object.assign(new URL(url), { port: String(proxy.port) }).href);
  const close = async () => {
    await database.close();
    await proxy.cut();
    await drop();
  };
  return { database, proxy, close };
}

async function openEmptyEmbedded(): Promise<Database> {
  return wrapPglite(await PGlite.create({ extensions: embeddedExtensions }));
}

async function openOnServer(): Promise<Database> {
  const { url, drop } = await createOnServer(TEMPLATE);
  return droppedWhenClosed(await openDatabase({ url, dataDir: "" }), drop);
}

async function openEmptyOnServer(): Promise<Database> {
  const { url, drop } = await createOnServer();
  return droppedWhenClosed(connectToServer(url), drop);
}

function droppedWhenClosed(database: Database, drop: () => Promise<void>): Database {
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

async function asAdmin(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
