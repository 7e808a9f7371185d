import { createHash } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client, escapeIdentifier, Pool, type PoolClient, type PoolConfig } from "pg";
import type { Log } from "#lib/log.ts";
import type { Database } from "./client.server.ts";
import { lockOfHolder, newHolder, readConnectedHolders } from "./holders.server.ts";
import { watchConnections } from "./watchdog.server.ts";

/** Wait for a new connection, or for a free one of the pool: far longer than a busy pool makes anyone wait. */
const CONNECT_TIMEOUT_MS = 6000;
/** TCP keep-alive, so that routers keep an idle connection and the system notices when its other end is gone. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** The server rolls back a transaction whose client has gone, so that its locks are released. */
const ROLLBACK_IF_GONE = "set idle_in_transaction_session_timeout = '60s'";
/** How long the holder of a connection that ended may take to release it. */
const RELEASE_GRACE_MS = 1000;
const LISTEN_CHECK_MS = 10_000;
const LISTEN_RETRY_MS = 500;

interface ServerDatabase extends Database {
  /** Runs `work` while no other process migrates this database. */
  withMigrationLock: (work: () => Promise<void>) => Promise<void>;
}

/**
 * Connects to any PostgreSQL server from version 14 on, without migrating it. All queries share one pool; each LISTEN
 * has a connection of its own.
 */
export function connectToServer(
  url: string,
  { log = () => undefined }: { log?: Log | undefined } = {},
): ServerDatabase {
  const holder = newHolder();
  const sessionSetup = {
    text: `${ROLLBACK_IF_GONE}; ${lockOfHolder(holder)}`,
    query_timeout: CONNECT_TIMEOUT_MS,
  };
  const options: PoolConfig = {
    connectionString: url,
    max: 10,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Not as a startup parameter, which PgBouncer refuses. The pool awaits the result, though its type says void.
    onConnect: (client): unknown => client.query(sessionSetup),
  };
  const pool = new Pool(options);
  const stopWatching = watchConnections(pool, url, log);
  // The pool replaces a connection that fails while idle; without a listener the error would end the process.
  let wasLost = false;
  pool.on("error", (error) => {
    if (!wasLost) log("a connection to the database was lost", error);
    wasLost = true;
  });
  pool.on("connect", (client) => {
    if (wasLost) log("the database answers again");
    wasLost = false;
    // The same for one that fails inside a transaction: its next query rejects.
    client.on("error", () => undefined);
    client.once("end", () => setTimeout(() => releaseEnded(client), RELEASE_GRACE_MS));
  });
  const db = drizzle({ client: pool });
  return {
    db,
    kind: "postgresql",
    listen: (channel, onPayload) => listenOnServer({ url, holder }, channel, onPayload),
    holder,
    connectedHolders: () => readConnectedHolders(db),
    close: async () => {
      await pool.end();
      stopWatching();
    },
    withMigrationLock: (work) => withMigrationLock(pool, work),
  };
}

/**
 * Releases a connection that ended and is still checked out. Drizzle does not release one on which `begin` failed
 * (drizzle-orm 0.45, node-postgres/session.js): the pool would be one smaller for ever, and never close.
 */
function releaseEnded(client: PoolClient): void {
  try {
    client.release(true);
  } catch {
    // pg throws when it was released before, as it usually was.
  }
}

/** Processes that start together migrate one after the other. */
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

/** Listens on a connection of its own, and reconnects when it is lost. */
async function listenOnServer(
  { url, holder }: { url: string; holder: number },
  channel: string,
  onPayload: (payload: string) => void,
) {
  let stopped = false;
  let client: Client | null = null;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new Client({
      connectionString: url,
      ...KEEP_ALIVE,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
    });
    next.on("notification", (message) => onPayload(message.payload ?? ""));
    next.on("error", () => undefined);
    try {
      await next.connect();
      await next.query(`listen ${escapeIdentifier(channel)}; ${lockOfHolder(holder)}`);
    } catch (error) {
      void next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    // A connection that only listens would not notice that the server is gone.
    const check = setInterval(() => {
      next.query("select 1").catch(() => next.end());
    }, LISTEN_CHECK_MS).unref();
    next.on("end", () => {
      clearInterval(check);
      reconnectLater();
    });
    if (stopped) await next.end();
  };
  const reconnectLater = () => {
    if (!stopped) retry = setTimeout(() => void connect().catch(reconnectLater), LISTEN_RETRY_MS);
  };
  await connect();

  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end();
  };
}
