import { Client, DatabaseError, type Pool, type PoolClient } from "pg";
import type { Log } from "#lib/log.ts";

interface Timeouts {
  /** A connection may be checked out for so long before the server is probed. */
  silentMs: number;
  /** The server may take so long to accept the probe's connection, and then to answer it. */
  probeMs: number;
  /** How often checked-out connections are looked at. */
  intervalMs: number;
}

/** The probe waits as long as a query waits for a connection. */
const DEFAULTS: Timeouts = { silentMs: 5000, probeMs: 6000, intervalMs: 1000 };

/**
 * Ends connections to a server that stopped answering without closing them (power cut, firewall, partition): the system
 * would notice after a quarter of an hour or never. A `query_timeout` would also end long queries of a healthy server,
 * and of one that is gone it returns the dead connection to the pool (drizzle-orm 0.45, pg 8.23). So the server is probed
 * on another connection, and a query may take as long as it needs while the probe is answered. When it is not, the
 * connections are ended and their queries reject. Returns how to stop.
 */
export function watchConnections(
  pool: Pool,
  url: string,
  log: Log,
  { silentMs, probeMs, intervalMs }: Timeouts = DEFAULTS,
): () => void {
  /** When each was checked out, or when the server last answered a probe. */
  const checkedOut = new Map<PoolClient, number>();
  pool.on("acquire", (client) => checkedOut.set(client, performance.now()));
  pool.on("release", (_error, client) => checkedOut.delete(client));
  pool.on("remove", (client) => checkedOut.delete(client));

  let isProbing = false;
  const check = async () => {
    const startedAt = performance.now();
    const silent = [...checkedOut].filter(([, since]) => since + silentMs <= startedAt);
    if (isProbing || silent.length === 0) return;
    isProbing = true;
    const isAnswering = await probeServer(url, probeMs);
    isProbing = false;
    // One that was released meanwhile had its answer.
    const waiting = silent.filter(([client, since]) => checkedOut.get(client) === since);
    if (isAnswering) for (const [client] of waiting) checkedOut.set(client, performance.now());
    else if (waiting.length > 0) {
      log("the database does not answer", new Error(`ended ${waiting.length} connections to it`));
      // `end` closes the socket at once while a query is running. Its promise settles only with the socket.
      for (const [client] of waiting) void client.end();
    }
  };
  const timer = setInterval(() => void check(), intervalMs).unref();
  return () => clearInterval(timer);
}

/** Returns whether the server answers a new connection in time, be it with an error. */
async function probeServer(url: string, timeoutMs: number): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    // A connection pooler accepts by itself; only the server answers a query.
    await client.query("select 1");
    return true;
  } catch (error) {
    return error instanceof DatabaseError;
  } finally {
    void client.end().catch(() => undefined);
  }
}
