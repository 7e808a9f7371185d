import { sql } from "drizzle-orm";
import { type Db, queryRows } from "../client.server.ts";

/** A table of the shop, and the columns of its primary key. */
export interface TableShape {
  name: string;
  key: string[];
}

/** Returns all tables of the shop, by name. */
export async function tablesOf(tx: Db): Promise<TableShape[]> {
  return queryRows<TableShape>(
    tx,
    sql`select c.relname::text as name, coalesce((
          select array_agg(a.attname::text order by k.nth)
          from pg_constraint p
            cross join unnest(p.conkey) with ordinality as k (attnum, nth)
            join pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.attnum
          where p.conrelid = c.oid and p.contype = 'p'), '{}') as key
      from pg_class c
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      order by c.relname collate "C"`,
  );
}

/** Returns the last number of each sequence, by name; null for one that was not used yet. */
export async function sequencesOf(tx: Db): Promise<Record<string, number | null>> {
  const rows = await queryRows<{ name: string; last: string | null }>(
    tx,
    sql`select sequencename::text as name, last_value::text as last from pg_sequences
      where schemaname = 'public' order by sequencename collate "C"`,
  );
  return Object.fromEntries(
    rows.map(({ name, last }) => [name, last === null ? null : Number(last)]),
  );
}

/** Sets the text format of dates for this transaction, so that it does not depend on the server's settings. */
export async function setTextFormat(tx: Db): Promise<void> {
  await tx.execute(sql`set local timezone = 'UTC'`);
  await tx.execute(sql`set local datestyle = 'ISO, YMD'`);
}
