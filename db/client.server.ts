import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { type Logger, sql } from "drizzle-orm";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { Client, escapeIdentifier, Pool, type PoolClient, type PoolConfig } from "pg";
import type { Log } from "#lib/log.ts";
import { inBursts } from "./bursts.server.ts";
import { checkDatabaseFolder, dataPaths } from "./data-folder.server.ts";
import { openFolder } from "./embedded.server.ts";
import { answerCopy } from "./folder-copy.server.ts";
import { lockDataFolder } from "./lock.server.ts";
import { migrateToNewest, refuseHalfFull } from "./migrations.server.ts";
import { cutSilentLines } from "./silence.server.ts";
import { inTurns } from "./turns.server.ts";

/** Either database, or a transaction on it: the one type every verb takes. */
export type Db = PgDatabase<PgQueryResultHKT>;

export interface Database {
  db: Db;
  /** `embedded` is PGlite in the data folder, `postgresql` a server. */
  kind: "embedded" | "postgresql";
  /** Calls back with each payload that a committed transaction notified on the channel; returns how to stop. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  close: () => Promise<void>;
}

/** How long whoever has a connection that is lost may take to give it back. */
const TAKE_BACK_MS = 1000;
/** How long a connection may be waited for: far longer than a busy pool lets anybody wait. */
const CONNECT_MS = 6000;
/** Between two statements a connection shows life: routers keep it, and the system notices when its other end is gone. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** A transaction of which the server hears no more holds its locks no longer: who began it may be cut off. */
const FIRST_STATEMENT = {
  text: "set idle_in_transaction_session_timeout = '60s'",
  query_timeout: CONNECT_MS,
};
/** How often it is asked whether the connection that listens still would hear anything. */
const HEAR_MS = 10_000;

interface Telling {
  log?: Log | undefined;
  /** Is told of each statement. */
  logger?: Logger | undefined;
}

/** Opens the database that the configuration names, brought up to the newest schema; or throws DatabaseRefused. */
export async function openDatabase(options: {
  url: string | null;
  dataDir: string;
  log?: Log;
  /** Is told of each statement. */
  logger?: Logger;
}): Promise<Database> {
  const { url, dataDir, log, logger } = options;
  return url ? openServer(url, { log, logger }) : openEmbedded(dataDir, logger);
}

/** Tells every listener on the channel, when and only if this transaction commits. */
export async function notify(tx: Db, channel: string, ...payloads: string[]): Promise<void> {
  const told = payloads.map((payload) => sql`pg_notify(${channel}, ${payload})`);
  await tx.execute(sql`select ${sql.join(told, sql`, `)}`);
}

/** PGlite in the data folder; refuses when another process has it open. */
async function openEmbedded(dataDir: string, logger?: Logger): Promise<Database> {
  const { database: dir } = dataPaths(dataDir);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const opened = Promise.withResolvers<PGlite>();
  let answering: Promise<string> = Promise.resolve("");
  const unlock = await lockDataFolder(dir, undefined, (request) => {
    answering = opened.promise.then((client) => answerCopy(client, dataDir, request));
    return answering;
  });
  try {
    checkDatabaseFolder(dataDir);
    const client = await openFolder(dir);
    const database = await fromPglite(client, logger);
    opened.resolve(client);
    return {
      ...database,
      close: async () => {
        // What is being copied must not change under the copy.
        await answering;
        await database.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Wraps an open PGlite, migrated. */
export async function fromPglite(client: PGlite, logger?: Logger): Promise<Database> {
  const database = wrapPglite(client, logger);
  await migrateToNewest(database.db);
  return database;
}

/** Wraps an open PGlite as it is. */
export function wrapPglite(client: PGlite, logger?: Logger): Database {
  return {
    db: drizzlePglite({ client: inTurns(client), ...(logger && { logger }) }),
    kind: "embedded",
    listen: (channel, onPayload) => client.listen(channel, onPayload),
    close: () => client.close(),
  };
}

/** A PostgreSQL server, migrated. */
async function openServer(url: string, telling: Telling): Promise<Database> {
  const server = wrapServer(url, telling);
  try {
    await server.withMigrationLock(async () => {
      await refuseHalfFull(server.db);
      await migrateToNewest(server.db);
    });
  } catch (error) {
    await server.close();
    throw error;
  }
  return server;
}

/** Any PostgreSQL server from version 14 on, as it is; the pool is shared by all verbs, LISTEN has its own connection. */
export function wrapServer(
  url: string,
  { log = () => undefined, logger }: Telling = {},
): Database & { withMigrationLock: (work: () => Promise<void>) => Promise<void> } {
  const options: PoolConfig = {
    connectionString: url,
    max: 10,
    pipeline: true,
    ...KEEP_ALIVE,
    // While the server is gone whoever asks is told so, instead of waiting with all others until it is back.
    connectionTimeoutMillis: CONNECT_MS,
    // The pool waits for it, though its type does not say so.
    onConnect: (client): unknown => client.query(FIRST_STATEMENT),
  };
  const pool = inBursts(new Pool(options));
  const stopWatching = cutSilentLines(pool, url, log);
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", (error) => log("a connection to the database was lost", error));
  pool.on("connect", (client) => {
    // Neither may one that dies inside a transaction: whoever began that is told by its next statement.
    client.on("error", () => undefined);
    client.once("end", () => setTimeout(() => takeBack(client), TAKE_BACK_MS));
  });
  return {
    db: drizzlePg({ client: pool, ...(logger && { logger }) }),
    kind: "postgresql",
    listen: (channel, onPayload) => listenOnServer(url, channel, onPayload),
    close: async () => {
      await pool.end();
      stopWatching();
    },
    withMigrationLock: (work) => withMigrationLock(pool, work),
  };
}

/**
 * Drizzle never gives back a connection on which `begin` failed: the pool would have one place less for ever, and
 * wait for it when it is closed.
 */
function takeBack(lost: PoolClient): void {
  try {
    lost.release(true);
  } catch {
    // It was given back, as most are.
  }
}

/** Instances that start together migrate one after the other. */
async function withMigrationLock(pool: Pool, work: () => Promise<void>): Promise<void> {
  const connection = await pool.connect();
  const key = createHash("sha256").update("satchel migrations").digest().readInt32BE();
  try {
    await connection.query("select pg_advisory_lock($1)", [key]);
    await work();
  } finally {
    await connection.query("select pg_advisory_unlock($1)", [key]).catch(() => undefined);
    connection.release();
  }
}

/** Keeps one connection listening, and opens a new one a second after it is lost. */
async function listenOnServer(url: string, channel: string, onPayload: (payload: string) => void) {
  let stopped = false;
  let client: Client | null = null;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new Client({
      connectionString: url,
      ...KEEP_ALIVE,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    });
    // It only listens: that nothing comes any more nobody would notice.
    const hear = setInterval(() => {
      next.query("select 1").catch(() => next.connection.stream.destroy());
    }, HEAR_MS).unref();
    next.on("notification", (message) => onPayload(message.payload ?? ""));
    next.on("error", () => undefined);
    next.on("end", () => {
      clearInterval(hear);
      if (!stopped) retry = setTimeout(() => void connect().catch(() => undefined), 1000);
    });
    await next.connect();
    await next.query(`listen ${escapeIdentifier(channel)}`);
    client = next;
  };
  await connect();

  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end();
  };
}
