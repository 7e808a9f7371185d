import { PGlite } from "@electric-sql/pglite";
import { afterAll, describe, inject } from "vitest";
import type { Database } from "#db/client.server.ts";
import { wrapPglite } from "#db/embedded/open.server.ts";
import { embeddedExtensions } from "#db/embedded/pglite.server.ts";
import { connectToServer } from "#db/postgres.server.ts";
import { openFromPool } from "./embedded-pool.ts";
import { createOnServer } from "./create-on-server.ts";
import { dropServerPool, openFromServerPool } from "./server-pool.ts";
import { isCore } from "./tiers.ts";

/** Opens a temporary database that is deleted when closed. */
type Open = () => Promise<Database>;

/** Defines tests with the functions that open a database with the newest schema, and one with nothing at all. */
type Define = (openFresh: Open, openEmpty: Open) => void;

/** Runs the same tests on PGlite and, except in `npm test`, on a PostgreSQL server. */
export function describeOnBothDatabases(name: string, define: Define): void {
  if (isCore) describe(`${name} (PGlite)`, () => define(openFromPool, openEmptyEmbedded));
  else describeWhereDatabasesDiffer(name, define);
}

/**
 * Runs the same tests on PGlite and on a PostgreSQL server in `npm test`, too: for what may go otherwise on each, such
 * as locks, claims, triggers and migrations. Without a server its tests are skipped, which `npm test` reports, or
 * fails on in CI.
 */
export function describeWhereDatabasesDiffer(name: string, define: Define): void {
  describe(`${name} (PGlite)`, () => define(openFromPool, openEmptyEmbedded));
  describe.skipIf(!inject("serverUrl"))(`${name} (PostgreSQL)`, () =>
    define(openFromServerPool, openEmptyOnServer),
  );
  afterAll(dropServerPool);
}

async function openEmptyEmbedded(): Promise<Database> {
  return wrapPglite(await PGlite.create({ extensions: embeddedExtensions }));
}

async function openEmptyOnServer(): Promise<Database> {
  const { url, drop } = await createOnServer();
  const database = connectToServer(url);
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}
