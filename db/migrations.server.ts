import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { type Db, queryRows } from "./client.server.ts";
import { OperatorError } from "./errors.ts";

/** The built server runs from build/server, the sources from db/. */
const root = new URL(
  import.meta.url.includes("/build/server/") ? "../../db/" : "./",
  import.meta.url,
);
const migrationsFolder = fileURLToPath(new URL("./migrations", root));

interface Journal {
  entries: { tag: string; when: number }[];
}

/** Returns the names of all migrations, oldest first, such as `0000_release_1_0_0`. */
export function migrationNames(): string[] {
  return readJournal().entries.map(({ tag }) => tag);
}

/** Migrates the database to the newest schema; throws when its schema is newer than this version's. */
export async function migrateToNewest(db: Db): Promise<void> {
  await newestMigration(db);
  await migrateFrom(db, migrationsFolder);
}

/** Migrates an empty database up to the named migration, so that a backup of that time fits it. */
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

/** Returns the newest migration that a database has, null for an empty one; throws when this version does not know it. */
export async function newestMigration(db: Db): Promise<string | null> {
  if (!(await hasTable(db, "drizzle.__drizzle_migrations"))) return null;
  const [newest] = await queryRows<{ at: number | null }>(
    db,
    sql`select max(created_at)::float8 as at from drizzle.__drizzle_migrations`,
  );
  const at = newest?.at ?? null;
  if (at === null) return null;
  const known = readJournal().entries.find(({ when }) => when === at);
  if (!known)
    throw new OperatorError(
      "The database was written by a newer version of Satchel. Start that version, or restore a backup that this one has made.",
    );
  return known.tag;
}

/** Returns a check whether this database has every migration of this version of the shop. */
export function schemaCheck(db: Db): () => Promise<boolean> {
  const newest = Math.max(...readJournal().entries.map(({ when }) => when));
  return async () => {
    const [row] = await queryRows<{ current: boolean }>(
      db,
      sql`select coalesce(max(created_at), 0) >= ${newest} as current from drizzle.__drizzle_migrations`,
    );
    return row?.current ?? false;
  };
}

async function hasTable(db: Db, name: string): Promise<boolean> {
  const [row] = await queryRows<{ exists: boolean }>(
    db,
    sql`select to_regclass(${name}) is not null as exists`,
  );
  return row?.exists === true;
}

/** Exists while a restore fills the database. */
const RESTORE_MARKER = "drizzle.unfinished_restore";

/** Marks the database as incomplete while `work` runs; the marker stays when it fails or the process ends. */
export async function withRestoreMarker(db: Db, work: () => Promise<void>): Promise<void> {
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(sql.raw(`create table ${RESTORE_MARKER} ()`));
  await work();
  await db.execute(sql.raw(`drop table ${RESTORE_MARKER}`));
}

/** Throws when a restore into this database did not finish. */
export async function checkRestoreFinished(db: Db): Promise<void> {
  if (await hasTable(db, RESTORE_MARKER))
    throw new OperatorError(
      "A restore into this database did not finish: it holds half a shop. Restore again into an empty database, and set DATABASE_URL to that one.",
    );
}

/** Uses the migrator for servers on both databases: the one for PGlite is the same code. */
function migrateFrom(db: Db, folder: string): Promise<void> {
  return migrate(db as unknown as NodePgDatabase, { migrationsFolder: folder });
}

function readJournal(): Journal {
  return JSON.parse(readFileSync(join(migrationsFolder, "meta/_journal.json"), "utf8")) as Journal;
}
