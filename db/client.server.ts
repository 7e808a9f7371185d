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
  /** The number of this process in its claims, random at each start. */
  holder: number;
  /** Returns the holders that are connected to the database now. */
  connectedHolders: () => Promise<number[]>;
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

/**
 * Returns the moment at which a day (`2026-11-19`) begins in a time zone (IANA name). Where clocks go back from one
 * o'clock to midnight (Azores, Havana), midnight comes twice and `AT TIME ZONE` returns the second one, although orders
 * after the first have the new date. No time zone repeats midnight by more or less than an hour.
 */
export function startOfDay(day: string, timeZone: string): SQL {
  const midnight = sql`${day}::date::timestamp`;
  const start = sql`(${midnight} at time zone ${timeZone})`;
  const hourBefore = sql`(${start} - interval '1 hour')`;
  return sql`(case when ${hourBefore} at time zone ${timeZone} = ${midnight} then ${hourBefore} else ${start} end)`;
}
