import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import { type Database, type Db, queryRows } from "./client.server.ts";

/** The first key of the advisory locks by which processes are known; the second is the holder. */
const LOCK_CLASS = 20_469;

const INTERVAL_MS = 500;
/** A holder has gone when so many looks in a row missed it: one that lost its connections has new ones by then. */
const LOOKS = 4;

export function newHolder(): number {
  return randomInt(1, 2 ** 31);
}

/**
 * Returns the statement by which a connection shows that its process lives. Every connection of a process runs it, so
 * that the process is known while it has any; the server releases the lock with the connection.
 */
export function lockOfHolder(holder: number): string {
  return `select pg_advisory_lock_shared(${LOCK_CLASS}, ${holder})`;
}

/** Returns the holders of which the server has a connection. */
export async function readConnectedHolders(db: Db): Promise<number[]> {
  // A lock of two keys has objsubid 2 (PostgreSQL: pg_locks).
  const rows = await queryRows<{ holder: number }>(
    db,
    sql`select distinct objid::bigint::integer as holder from pg_locks
      where locktype = 'advisory' and classid = ${LOCK_CLASS}::oid and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ holder }) => holder);
}

/**
 * Calls `release` with the holders that are connected, so that the claims of all others are free: at once with the
 * embedded database, which no other process has open; else two seconds after the start, and whenever one has gone.
 */
export async function watchHolders(
  { kind, holder, connectedHolders }: Database,
  { release, log }: { release: (connected: number[]) => Promise<void>; log: Log },
): Promise<{ stop: () => Promise<void> }> {
  if (kind === "embedded") {
    await release([holder]);
    return { stop: async () => undefined };
  }
  let looks: number[][] = [];
  /** Those connected when claims were last free; null before the first time. */
  let known: readonly number[] | null = null;
  const look = async () => {
    const found = await connectedHolders().catch(() => null);
    // Without the database, no process is connected. Other queries report it.
    looks = found === null ? [] : [...looks, found].slice(-LOOKS);
    if (looks.length < LOOKS) return;
    const connected = new Set(looks.flat());
    if (!known?.every((each) => connected.has(each))) await release([...connected]);
    known = [...connected];
  };
  return startLoop(look, {
    pauseMs: INTERVAL_MS,
    failed: (error) => log("claims of lost processes", error),
  });
}
