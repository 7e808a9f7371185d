import { type SQL, sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

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

/** The channel of the shop's changes; the payload is `order:<id>`, `checkout:<id>` or the name of a list. */
export const CHANGES_CHANNEL = "satchel_changes";

/** Notifies every listener on the channel when, and only if, this transaction commits. */
export async function notify(tx: Db, channel: string, ...payloads: string[]): Promise<void> {
  const calls = payloads.map((payload) => sql`pg_notify(${channel}, ${payload})`);
  await tx.execute(sql`select ${sql.join(calls, sql`, `)}`);
}

/** Returns the rows of a SQL query, on either database. */
export async function queryRows<Row>(db: Db, query: SQL): Promise<Row[]> {
  const result: unknown = await db.execute(query);
  return (result as { rows: Row[] }).rows;
}
