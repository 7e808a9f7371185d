import { sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { Log } from "#lib/log.ts";
import { openEmbedded } from "./embedded/open.server.ts";
import { connectToServer } from "./postgres.server.ts";
import { checkRestoreFinished, migrateToNewest } from "./migrations.server.ts";

/** Either database, or a transaction on it: the one type every service function takes. */
export type Db = PgDatabase<PgQueryResultHKT>;

export interface Database {
  db: Db;
  /** `embedded` is PGlite in the data folder, `postgresql` a server. */
  kind: "embedded" | "postgresql";
  /** Calls `onPayload` with each payload that a committed transaction notified on the channel; returns how to stop. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  close: () => Promise<void>;
}

/**
 * Opens the database that the configuration names and migrates it to the newest schema. Throws OperatorError when it
 * cannot be used as it is.
 */
export async function openDatabase(options: {
  url: string | null;
  dataDir: string;
  log?: Log;
}): Promise<Database> {
  const { url, dataDir, log } = options;
  if (!url) return openEmbedded(dataDir);
  const server = connectToServer(url, { log });
  try {
    await server.withMigrationLock(async () => {
      await checkRestoreFinished(server.db);
      await migrateToNewest(server.db);
    });
  } catch (error) {
    await server.close();
    throw error;
  }
  return server;
}

/** The channel of the shop's changes; the payload is `order:<id>`, `checkout:<id>` or the name of a list. */
export const CHANGES_CHANNEL = "satchel_changes";

/** Notifies every listener on the channel when, and only if, this transaction commits. */
export async function notify(tx: Db, channel: string, ...payloads: string[]): Promise<void> {
  const calls = payloads.map((payload) => sql`pg_notify(${channel}, ${payload})`);
  await tx.execute(sql`select ${sql.join(calls, sql`, `)}`);
}
