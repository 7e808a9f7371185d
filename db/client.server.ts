import { createHash } from "node:crypto";
import { fsyncSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { sql } from "drizzle-orm";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { migrate as migratePg } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import { Client, escapeIdentifier, Pool } from "pg";
import { lockDataFolder } from "./lock.server.ts";

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

/** How long a connection may be waited for: far longer than a busy pool lets anybody wait. */
const CONNECT_MS = 6000;

const migrationsFolder = fileURLToPath(new URL("./migrations", pathToRoot()));

/** Opens the database that the configuration names, brought up to the newest schema. */
export async function openDatabase(options: {
  url: string | null;
  dataDir: string;
}): Promise<Database> {
  return options.url ? openServer(options.url) : openEmbedded(join(options.dataDir, "database"));
}

/** Tells every listener on the channel, when and only if this transaction commits. */
export async function notify(tx: Db, channel: string, payload: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${payload})`);
}

/** What the schema needs of PGlite beyond its core. */
export const embeddedExtensions = { pg_trgm };

/** PGlite in a folder; refuses when another process has the folder open. */
async function openEmbedded(dir: string): Promise<Database> {
  mkdirSync(dir, { recursive: true });
  const unlock = await lockDataFolder(dir);
  const client = await PGlite.create({
    extensions: embeddedExtensions,
    fs: new DurableNodeFS(dir),
    // PGlite leaves fsync off by default (-F). An acknowledged order has to survive a power cut.
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
      "-c",
      "fsync=on",
      "-c",
      "wal_sync_method=fsync",
      "-c",
      "shared_buffers=32MB",
    ],
  });
  const database = await fromPglite(client);
  return {
    ...database,
    close: async () => {
      await database.close();
      await unlock();
    },
  };
}

/** Wraps an open PGlite, migrated. */
export async function fromPglite(client: PGlite): Promise<Database> {
  const db = drizzlePglite({ client });
  await migratePglite(db, { migrationsFolder });
  return {
    db: db as unknown as Db,
    kind: "embedded",
    listen: (channel, onPayload) => client.listen(channel, onPayload),
    close: () => client.close(),
  };
}

/** Any PostgreSQL server from version 14 on; the pool is shared by all verbs, LISTEN has its own connection. */
async function openServer(url: string): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    keepAlive: true,
    // While the server is gone whoever asks is told so, instead of waiting with all others until it is back.
    connectionTimeoutMillis: CONNECT_MS,
  });
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", (error) => console.error("database connection lost:", error.message));
  // Neither may one that dies inside a transaction: whoever began that is told by its next statement.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = drizzlePg({ client: pool });
  await withMigrationLock(pool, () => migratePg(db, { migrationsFolder }));
  return {
    db: db as unknown as Db,
    kind: "postgresql",
    listen: (channel, onPayload) => listenOnServer(url, channel, onPayload),
    close: () => pool.end(),
  };
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
    const next = new Client({ connectionString: url, keepAlive: true });
    next.on("notification", (message) => onPayload(message.payload ?? ""));
    next.on("error", () => undefined);
    next.on("end", () => {
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

/** Node's file system under PGlite, with the fsync that Emscripten's leaves out. */
class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const result = await super.init(...args);
    const { emscriptenOpts } = result;
    emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (mod) => {
        const streamOps = (mod as unknown as { NODEFS?: { stream_ops: Record<string, unknown> } })
          .NODEFS?.stream_ops;
        if (!streamOps)
          throw new Error("this PGlite has no NODEFS: commits would not reach the disk");
        streamOps.fsync = (stream: { nfd: number }) => {
          fsyncSync(stream.nfd);
          return 0;
        };
      },
    ];
    return result;
  }
}

/** The built server runs from build/server, the sources from their own folders: both find db/migrations. */
function pathToRoot(): URL {
  return new URL(import.meta.url.includes("/build/server/") ? "../../db/" : "./", import.meta.url);
}
