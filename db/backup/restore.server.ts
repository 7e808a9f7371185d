import {
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { sql } from "drizzle-orm";
import { type Db, queryRows } from "../client.server.ts";
import { wrapPglite } from "../embedded/open.server.ts";
import { connectToServer } from "../postgres.server.ts";
import { dataPaths } from "../embedded/data-folder.server.ts";
import { openPglite } from "../embedded/pglite.server.ts";
import { lockDataFolder } from "../embedded/lock.server.ts";
import { checkRestoreFinished } from "../migrations.server.ts";
import { OperatorError } from "../errors.ts";
import { type Dump, loadDump } from "./dump.server.ts";
import { fillDatabase, settleDatabase } from "./load-backup.server.ts";
import type { Backup } from "./read-backup.server.ts";

type Settle = (tx: Db) => Promise<void>;

/**
 * Restores into the data folder; returns where the database that was there is now, or null. The new database is built
 * beside it and renamed when it is complete: until then nothing has changed.
 */
export async function restoreEmbedded(
  dataDir: string,
  backup: Backup,
  settle: Settle,
  now: Date,
): Promise<string | null> {
  const { database, restoring, moved } = dataPaths(dataDir);
  mkdirSync(database, { recursive: true, mode: 0o700 });
  const unlock = await lockDataFolder(database);
  try {
    rmSync(restoring, { recursive: true, force: true });
    mkdirSync(restoring, { mode: 0o700 });
    await build(restoring, backup, settle);
    const aside = putAside(database, now);
    renameSync(restoring, database);
    rmSync(moved, { force: true });
    syncFolder(dataDir);
    return aside;
  } catch (error) {
    // Between the two renames `restoring` is complete, and the only database.
    if (existsSync(database)) rmSync(restoring, { recursive: true, force: true });
    throw error;
  } finally {
    await unlock();
  }
}

/** Restores into a PostgreSQL database, which must be empty. A shop that opens it meanwhile waits. */
export async function restoreServer(url: string, backup: Backup, settle: Settle): Promise<void> {
  const server = connectToServer(url);
  try {
    await server.withMigrationLock(async () => {
      await checkRestoreFinished(server.db);
      await checkEmpty(server.db);
      await fillDatabase(server.db, backup, settle);
    });
  } finally {
    await server.close();
  }
}

/**
 * Restores a dump of a shop's PostgreSQL database into an empty one; returns when that shop last ran, and how many orders
 * it had. `settle` gets that time, after which nothing is known.
 */
export async function restoreDump(
  url: string,
  dump: Dump,
  settle: (tx: Db, madeAt: Date) => Promise<void>,
): Promise<{ madeAt: Date; orders: number }> {
  const server = connectToServer(url);
  const { db } = server;
  let madeAt = new Date(0);
  let orders = 0;
  try {
    await server.withMigrationLock(async () => {
      await checkRestoreFinished(db);
      await checkEmpty(db);
      await loadDump(url, dump);
      if (!(await isShop(db)))
        throw new OperatorError(
          `${dump.file} is a whole dump of no Satchel. Make another empty database (createdb) before you try again.`,
        );
      await settleDatabase(db, async (tx) => {
        madeAt = await lastChange(tx);
        await settle(tx, madeAt);
        orders = await tx.$count(sql`orders`);
      });
    });
  } finally {
    await server.close();
  }
  return { madeAt, orders };
}

async function isShop(db: Db): Promise<boolean> {
  const [row] = await queryRows<{ whole: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null
      and to_regclass('public.checkouts') is not null as whole`,
  );
  return row?.whole === true;
}

/** A visitor changes a checkout with nearly every step, so the last change is when the shop last sold. */
async function lastChange(tx: Db): Promise<Date> {
  const [row] = await queryRows<{ at: Date | string | null }>(
    tx,
    sql`select max(updated_at) as at from checkouts`,
  );
  return row?.at ? new Date(row.at) : new Date();
}

async function build(dir: string, backup: Backup, settle: Settle): Promise<void> {
  const { db, close } = wrapPglite(await openPglite(dir));
  try {
    await fillDatabase(db, backup, settle);
  } finally {
    await close();
  }
}

/** Renames an existing database and returns its new path; deletes an empty folder and returns null. */
function putAside(database: string, now: Date): string | null {
  if (readdirSync(database).length === 0) {
    rmSync(database, { recursive: true });
    return null;
  }
  const aside = `${database}-before-${now.toISOString().replaceAll(/[:.]/g, "-")}`;
  renameSync(database, aside);
  return aside;
}

async function checkEmpty(db: Db): Promise<void> {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select relname::text as name from pg_class
      where relkind in ('r', 'v', 'S') and relnamespace = 'public'::regnamespace
      union all select nspname::text from pg_namespace where nspname = 'drizzle'`,
  );
  if (tables.length > 0)
    throw new OperatorError(
      `The database is not empty (it has ${tables[0]?.name}). Nothing there is ever overwritten: make an empty one (createdb), and name that.`,
    );
}

/** Writes the names in the folder to the disk. */
function syncFolder(dir: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(dir, "r");
  fsyncSync(folder);
  closeSync(folder);
}
