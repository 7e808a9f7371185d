import { Client, DatabaseError, type Pool, type PoolClient } from "pg";
import type { Log } from "#lib/log.ts";

interface Patience {
  /** A connection may be taken for so long before the server is asked whether it is still there. */
  silentMs: number;
  /** The server may take so long to let somebody in, and then to answer. */
  askMs: number;
  /** How often it is looked. */
  lookMs: number;
}

/** It is asked for as long as anybody waits for a connection. */
const PATIENCE: Patience = { silentMs: 5000, askMs: 6000, lookMs: 1000 };

/**
 * A server that falls silent without ending its connections would keep whoever waits for its answers until the system
 * gives them up, which takes a quarter of an hour or for ever. So of a connection that is taken for long the server
 * is asked over another one: while it answers, a long statement is one, and goes on however long it takes. If it does
 * not, the connection is cut, and who waits is told that the database is lost. Returns how to stop.
 */
export function cutSilentLines(
  pool: Pool,
  url: string,
  log: Log,
  { silentMs, askMs, lookMs }: Patience = PATIENCE,
): () => void {
  /** Since when each is taken, or since when the server was last seen to be there. */
  const taken = new Map<PoolClient, number>();
  pool.on("acquire", (client) => taken.set(client, performance.now()));
  pool.on("release", (_error, client) => taken.delete(client));
  pool.on("remove", (client) => taken.delete(client));

  let looking = false;
  const look = async () => {
    const began = performance.now();
    const silent = [...taken].filter(([, since]) => since + silentMs <= began);
    if (looking || silent.length === 0) return;
    looking = true;
    const isThere = await answers(url, askMs);
    looking = false;
    // One that was given back meanwhile had its answer.
    const waiting = silent.filter(([client, since]) => taken.get(client) === since);
    if (isThere) for (const [client] of waiting) taken.set(client, performance.now());
    else if (waiting.length > 0) {
      log("the database does not answer", new Error(`cut ${waiting.length} connections to it`));
      for (const [client] of waiting) client.connection.stream.destroy();
    }
  };
  const timer = setInterval(() => void look(), lookMs).unref();
  return () => clearInterval(timer);
}

/** Whatever it answers, it is there. */
async function answers(url: string, askMs: number): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: askMs,
    query_timeout: askMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    // A pooler lets in by itself; this only the server answers.
    await client.query("select 1");
    return true;
  } catch (error) {
    return error instanceof DatabaseError;
  } finally {
    void client.end().catch(() => undefined);
  }
}
