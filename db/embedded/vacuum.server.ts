import { sql } from "drizzle-orm";
import type { Db } from "../client.server.ts";
import { queryRows } from "../query.server.ts";

interface Due {
  name: string;
  isOld: boolean;
  isUncounted: boolean;
}

/**
 * What a server does by itself, for the embedded database, which has no process for it: gives the room of old rows to
 * new ones, and counts anew what plans are made by. Returns the tables that were due, by PostgreSQL's own rule and its
 * defaults (https://www.postgresql.org/docs/17/routine-vacuuming.html#AUTOVACUUM). Not inside a transaction.
 */
export async function vacuumDue(db: Db): Promise<string[]> {
  const due = await queryRows<Due>(
    db,
    sql`select * from (
      select format('%I.%I', schemaname, relname) as name,
        n_dead_tup > 50 + 0.2 * rows or n_ins_since_vacuum > 1000 + 0.2 * rows as "isOld",
        n_mod_since_analyze > 50 + 0.1 * rows as "isUncounted"
      from pg_stat_user_tables
      join (select oid as relid, greatest(reltuples, 0) as rows from pg_class) as sizes using (relid)
    ) as tables
    where "isOld" or "isUncounted" order by name`,
  );
  // One after the other, and everybody else's turn in between.
  for (const { name, isOld, isUncounted } of due) {
    if (isOld) await db.execute(sql.raw(`vacuum ${name}`));
    if (isUncounted) await db.execute(sql.raw(`analyze ${name}`));
  }
  return due.map(({ name }) => name);
}
