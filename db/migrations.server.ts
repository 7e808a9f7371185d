import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Db } from "./client.server.ts";
import { DatabaseRefused } from "./refused.ts";

/** The built server runs from build/server, the sources from their own folders: both find db/migrations. */
const root = new URL(
  import.meta.url.includes("/build/server/") ? "../../db/" : "./",
  import.meta.url,
);
export const migrationsFolder = fileURLToPath(new URL("./migrations", root));

interface Journal {
  entries: { tag: string; when: number }[];
}

/** The names of all migrations, oldest first, such as `0000_release_1_0_0`. */
export function migrationNames(): string[] {
  return readJournal().entries.map(({ tag }) => tag);
}

/** Brings the database up to the newest schema; refuses one that is newer. */
export async function migrateToNewest(db: Db): Promise<void> {
  await newestMigration(db);
  await migrateFrom(db, migrationsFolder);
}

/** Brings an empty database to the schema of that migration: what was written then fits it. */
export async function migrateUpTo(db: Db, name: string): Promise<void> {
  const { entries, ...journal } = readJournal();
  const last = entries.findIndex(({ tag }) => tag === name);
  if (last < 0) throw new Error(`there is no migration ${name}`);
  const folder = mkdtempSync(join(tmpdir(), "satchel-migrations-"));
  try {
    cpSync(migrationsFolder, folder, { recursive: true });
    writeFileSync(
      join(folder, "meta/_journal.json"),
      JSON.stringify({ ...journal, entries: entries.slice(0, last + 1) }),
    );
    await migrateFrom(db, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The newest migration that a database has; null for an empty one. Refuses one that this version does not know. */
export async function newestMigration(db: Db): Promise<string | null> {
  if (!(await relation(db, "drizzle.__drizzle_migrations"))) return null;
  const result: unknown = await db.execute(
    sql`select max(created_at)::float8 as at from drizzle.__drizzle_migrations`,
  );
  const at = (result as { rows: { at: number | null }[] }).rows[0]?.at ?? null;
  if (at === null) return null;
  const known = readJournal().entries.find(({ when }) => when === at);
  if (!known)
    throw new DatabaseRefused(
      "The database was written by a newer version of Satchel. Start that version, or restore a backup that this one has made.",
    );
  return known.tag;
}

/** Whether there is a table of that name. */
async function relation(db: Db, name: string): Promise<boolean> {
  const result: unknown = await db.execute(sql`select to_regclass(${name}) is not null as there`);
  return (result as { rows: { there: boolean }[] }).rows[0]?.there === true;
}

/** There while a restore fills the database. */
const UNFINISHED = "drizzle.unfinished_restore";

/** Marks the database as half full while `work` is done; the mark stays when it fails, or the process ends. */
export async function whileMarked(db: Db, work: () => Promise<void>): Promise<void> {
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(sql.raw(`create table ${UNFINISHED} ()`));
  await work();
  await db.execute(sql.raw(`drop table ${UNFINISHED}`));
}

/** Refuses a database that a restore has left half full. */
export async function refuseHalfFull(db: Db): Promise<void> {
  if (await relation(db, UNFINISHED))
    throw new DatabaseRefused(
      "A restore into this database did not finish: it holds half a shop. Restore again into an empty database, and set DATABASE_URL to that one.",
    );
}

/** The migrator for servers: the one for PGlite is the same code. */
function migrateFrom(db: Db, folder: string): Promise<void> {
  return migrate(db as unknown as NodePgDatabase, { migrationsFolder: folder });
}

function readJournal(): Journal {
  return JSON.parse(readFileSync(join(migrationsFolder, "meta/_journal.json"), "utf8")) as Journal;
}
