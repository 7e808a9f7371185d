import { sql } from "drizzle-orm";
import { type Db, queryRows } from "../client.server.ts";

interface TableStats {
  name: string;
  needsVacuum: boolean;
  needsAnalyze: boolean;
}

/**
 * Vacuums and analyzes the tables of the embedded database that are due, since PGlite has no autovacuum process; returns
 * their names. The thresholds are autovacuum's defaults
 * (https://www.postgresql.org/docs/17/routine-vacuuming.html#AUTOVACUUM). Not inside a transaction.
 */
export async function vacuumDue(db: Db): Promise<string[]> {
  const due = await queryRows<TableStats>(
    db,
    sql`select * from (
      select format('%I.%I', schemaname, relname) as name,
        n_dead_tup > 50 + 0.2 * rows or n_ins_since_vacuum > 1000 + 0.2 * rows as "needsVacuum",
        n_mod_since_analyze > 50 + 0.1 * rows as "needsAnalyze"
      from pg_stat_user_tables
      join (select oid as relid, greatest(reltuples, 0) as rows from pg_class) as sizes using (relid)
    ) as tables
    where "needsVacuum" or "needsAnalyze" order by name`,
  );
  // One statement a table, so that other queries run in between.
  for (const { name, needsVacuum, needsAnalyze } of due) {
    if (needsVacuum) await db.execute(sql.raw(`vacuum ${name}`));
    if (needsAnalyze) await db.execute(sql.raw(`analyze ${name}`));
  }
  return due.map(({ name }) => name);
}

/** As much of the WAL may lie behind the last checkpoint: half of what the reserve of the disk can take. */
const WAL_BYTES = 32 * 1024 * 1024;

/**
 * Writes a checkpoint once there is enough behind the last one, since PGlite has no checkpointer process: the WAL would
 * grow for as long as the shop runs, and be replayed as a whole after a crash. Not inside a transaction.
 */
export async function checkpointDue(db: Db): Promise<boolean> {
  const [wal] = await queryRows<{ due: boolean }>(
    db,
    sql`select pg_current_wal_lsn() - redo_lsn > ${WAL_BYTES} as due from pg_control_checkpoint()`,
  );
  if (wal?.due) await db.execute(sql`checkpoint`);
  return wal?.due === true;
}
