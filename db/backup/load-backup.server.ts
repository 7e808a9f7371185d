import { sql } from "drizzle-orm";
import { type Db, queryRows } from "../client.server.ts";
import { migrateToNewest, migrateUpTo, withRestoreMarker } from "../migrations.server.ts";
import { setTextFormat, tablesOf } from "./catalog.server.ts";
import { type Backup, batchesIn } from "./read-backup.server.ts";

/**
 * Fills an empty database with a backup: creates the schema of the backup, loads its rows, and migrates to the newest
 * schema. `settle` then runs in a transaction, before any shop can open the database.
 */
export async function fillDatabase(
  db: Db,
  backup: Backup,
  settle: (tx: Db) => Promise<void>,
): Promise<void> {
  await withRestoreMarker(db, async () => {
    await migrateUpTo(db, backup.migration);
    await db.transaction((tx) => loadRows(tx, backup));
    await settleDatabase(db, settle);
  });
}

/** Migrates loaded data to the newest schema and runs `settle`. */
export async function settleDatabase(db: Db, settle: (tx: Db) => Promise<void>): Promise<void> {
  await migrateToNewest(db);
  await db.transaction(async (tx) => {
    // These are of the installation that the data come from; invented data stay invented.
    await tx.execute(sql`delete from installation_facts where name <> 'made-in'`);
    await settle(tx);
  });
  // The planner has no statistics of the new tables yet, and the embedded database has no autovacuum.
  await db.execute(sql`analyze`);
}

async function loadRows(tx: Db, backup: Backup): Promise<void> {
  await setTextFormat(tx);
  const tables = (await tablesOf(tx)).map(({ name }) => name);
  const known = new Set(tables);
  const unknown = Object.keys(backup.rows).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`no such tables: ${unknown.join(", ")}`);

  // The backup has the rows that triggers would add. Foreign keys are checked at the end, so that the order of the rows
  // does not matter.
  const keys = await dropForeignKeys(tx);
  for (const name of tables)
    await tx.execute(sql`alter table ${sql.identifier(name)} disable trigger user`);
  await tx.execute(
    sql`truncate ${sql.join(
      tables.map((name) => sql.identifier(name)),
      sql`, `,
    )}`,
  );
  for await (const { table, rows } of batchesIn(backup.file)) await insertRows(tx, table, rows);
  for (const [name, last] of Object.entries(backup.sequences))
    if (last !== null) await tx.execute(sql`select setval(${`public.${name}`}::regclass, ${last})`);
  for (const name of tables)
    await tx.execute(sql`alter table ${sql.identifier(name)} enable trigger user`);
  for (const { table, name, definition } of keys)
    await tx.execute(
      sql`alter table ${sql.identifier(table)} add constraint ${sql.identifier(name)} ${sql.raw(definition)}`,
    );
}

/** Inserts rows in PostgreSQL's text form; the cast to the table's type parses each once. */
async function insertRows(tx: Db, table: string, rows: string): Promise<void> {
  const name = sql.identifier(table);
  await tx.execute(
    sql`insert into ${name} select (r.whole).* from (
      select text::${name} as whole from json_array_elements_text(${rows}::json) as t (text) offset 0
    ) r`,
  );
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

async function dropForeignKeys(tx: Db): Promise<ForeignKey[]> {
  const keys = await queryRows<ForeignKey>(
    tx,
    sql`select c.relname::text as table, f.conname::text as name, pg_get_constraintdef(f.oid) as definition
      from pg_constraint f join pg_class c on c.oid = f.conrelid
      where f.contype = 'f' and f.connamespace = 'public'::regnamespace order by 1, 2`,
  );
  for (const { table, name } of keys)
    await tx.execute(
      sql`alter table ${sql.identifier(table)} drop constraint ${sql.identifier(name)}`,
    );
  return keys;
}
