import { and, eq, lte, notInArray, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./client.server.ts";

interface Due {
  table: PgTable;
  /** The primary key. */
  key: readonly PgColumn[];
  /** When a row is due; null when it never is. An index on it keeps claiming fast. */
  dueAt: PgColumn;
  now: Date | SQLWrapper;
  /** Which due rows; all without it. */
  where?: SQL | undefined;
  limit: number;
}

/**
 * Returns the condition of an update that claims the rows due for longest. Rows that another instance is claiming are
 * skipped. The update has to set a later due time: when that comes, after a crash, the row is claimed again.
 */
export function isNextDue(db: Db, { table, key, dueAt, now, where, limit }: Due): SQL | undefined {
  const columns = sql.join([...key], sql`, `);
  const isDue = lte(dueAt, now);
  const next = db
    .select({ key: key.length === 1 ? sql`${columns}` : sql`row(${columns})` })
    .from(table)
    .where(and(isDue, where))
    .orderBy(dueAt)
    .limit(limit)
    .for("no key update", { skipLocked: true });
  // As an array the subquery runs once; with `in` it may run for each row, and claim more than the limit.
  return and(isDue, sql`(${columns}) = any(array(${next}))`);
}

/**
 * Claims of which no process will record an outcome: their holder is none of those connected, or it is this process,
 * which does not hold them after an error.
 */
export type LostClaims =
  | { connected: readonly number[] }
  | { holder: number; held: readonly string[] };

/** Returns the condition of an update that makes lost claims due. */
export function isLost(
  lost: LostClaims,
  { claimedBy, key }: { claimedBy: PgColumn; key: PgColumn },
): SQL | undefined {
  return "connected" in lost
    ? notInArray(claimedBy, [...lost.connected])
    : and(eq(claimedBy, lost.holder), notInArray(key, [...lost.held]));
}
