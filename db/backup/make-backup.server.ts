import type { PGlite } from "@electric-sql/pglite";
import { wrapPglite } from "../embedded/open.server.ts";
import { connectToServer } from "../postgres.server.ts";
import { checkComplete } from "../embedded/data-folder.server.ts";
import { openPglite, openTemporaryPglite } from "../embedded/pglite.server.ts";
import { copyDatabaseFolder } from "../embedded/folder-copy.server.ts";
import { checkRestoreFinished } from "../migrations.server.ts";
import type { Backup } from "./read-backup.server.ts";
import { writeBackup } from "./write-backup.server.ts";

/** Backs up the configured database into a file, whether a shop has it open or not. */
export async function makeBackup(
  location: { url: string | null; dataDir: string },
  file: string,
  now: Date,
): Promise<Backup> {
  if (location.url) return backUpServer(location.url, file, now);
  const copy = await copyDatabaseFolder(location.dataDir);
  try {
    checkComplete(copy.dir);
    return await backUpOpened(await openTemporaryPglite(copy.dir), file, now);
  } finally {
    await copy.remove();
  }
}

/** Backs up a database folder that the caller has locked. */
export async function backUpFolder(dir: string, file: string, now: Date): Promise<Backup> {
  checkComplete(dir);
  return backUpOpened(await openPglite(dir), file, now);
}

async function backUpOpened(client: PGlite, file: string, now: Date): Promise<Backup> {
  const { db, close } = wrapPglite(client);
  try {
    return await writeBackup(db, file, now);
  } finally {
    await close();
  }
}

async function backUpServer(url: string, file: string, now: Date): Promise<Backup> {
  const { db, close } = connectToServer(url);
  try {
    await checkRestoreFinished(db);
    return await writeBackup(db, file, now);
  } finally {
    await close();
  }
}
