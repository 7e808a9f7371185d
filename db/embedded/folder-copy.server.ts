import { constants, existsSync } from "node:fs";
import { cp, mkdtemp, readdir, rm, stat, statfs } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";
import { dataPaths, checkNotMoved } from "./data-folder.server.ts";
import {
  sendToLockHolder,
  DataFolderLockedError,
  lockDataFolder,
  lockFileOf,
} from "./lock.server.ts";
import { OperatorError } from "../errors.ts";

const PREFIX = "copy-";
const DONE = "copied";
/** Retries while a shop is starting or closing. */
const ATTEMPTS = 40;
const RETRY_MS = 250;

/**
 * Copies the folder of the embedded database as of one moment. The shop that has it open makes the copy; when none
 * does, this process makes it. The copy opens like a database whose process was killed at that moment.
 */
export async function copyDatabaseFolder(
  dataDir: string,
): Promise<{ dir: string; remove: () => Promise<void> }> {
  const { database } = dataPaths(dataDir);
  checkNotMoved(dataDir);
  if (!existsSync(join(database, "PG_VERSION")))
    throw new OperatorError(`There is no shop in ${dataDir}: nothing to copy.`);
  await removeLeftovers(dataDir);
  await checkFreeSpace(database, dataDir);
  const dir = await mkdtemp(join(dataDir, PREFIX));
  const lockFile = lockFileOf(dir);
  const unlock = await lockDataFolder(dir, 0);
  const remove = async () => {
    await rm(dir, { recursive: true, force: true });
    await unlock();
    await rm(lockFile, { force: true });
  };
  try {
    await fillCopy(database, dir);
    return { dir, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Handles another process's request for a copy, while the database writes nothing. The copy goes into a folder that
 * the requester has created in the data folder: so only a user who may write there can request one.
 */
export async function handleCopyRequest(
  client: PGlite,
  dataDir: string,
  request: string,
): Promise<string> {
  const [verb, name = ""] = request.split(" ");
  if (verb !== "copy" || !/^copy-\w+$/.test(name)) return "not understood";
  const into = join(dataDir, name);
  try {
    if ((await readdir(into)).length > 0) return `${name} is not empty`;
    await client.runExclusive(() => copyFiles(dataPaths(dataDir).database, into));
    return DONE;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function fillCopy(database: string, into: string): Promise<void> {
  for (let attempts = 0; attempts < ATTEMPTS; attempts += 1) {
    const response = await sendToLockHolder(database, `copy ${basename(into)}`);
    if (response === DONE) return;
    if (response)
      throw new OperatorError(
        `The running shop could not make a copy of its database: ${response}`,
      );
    if (await copyUnheld(database, into)) return;
    await delay(RETRY_MS);
  }
  // The holder makes no copies; a restore, for example.
  throw new DataFolderLockedError(database);
}

/** Copies a folder that no process holds; returns false when a shop has opened it meanwhile. */
async function copyUnheld(database: string, into: string): Promise<boolean> {
  const unlock = await lockDataFolder(database, 0).catch((error: unknown) => {
    if (error instanceof DataFolderLockedError) return null;
    throw error;
  });
  if (!unlock) return false;
  try {
    // A shop that was killed while it copied has left a part of the copy.
    for (const name of await readdir(into)) await rm(join(into, name), { recursive: true });
    await copyFiles(database, into);
    return true;
  } finally {
    await unlock();
  }
}

/** Throws when the copy could fill the disk, which would stop the shop. */
async function checkFreeSpace(database: string, dataDir: string): Promise<void> {
  const files = await readdir(database, { recursive: true, withFileTypes: true });
  const sizes = files
    .filter((file) => file.isFile())
    // A file that was deleted meanwhile needs no room.
    .map((file) =>
      stat(join(file.parentPath, file.name))
        .then(({ size }) => size)
        .catch(() => 0),
    );
  const size = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0);
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < size * 2)
    throw new OperatorError(
      `A backup needs a copy of the database for a while, and the disk of ${dataDir} has too little room: ${Math.ceil((size * 2) / 1_000_000)} MB should be free.`,
    );
}

/** Copies on write where the file system can. */
function copyFiles(from: string, into: string): Promise<void> {
  return cp(from, into, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** Removes the copies of processes that were killed: no process holds their lock. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(PREFIX) || name.endsWith(".lock")) continue;
    const dir = join(dataDir, name);
    const lockFile = lockFileOf(dir);
    const unlock = await lockDataFolder(dir, 0).catch(() => null);
    if (!unlock) continue;
    await rm(dir, { recursive: true, force: true });
    await unlock();
    await rm(lockFile, { force: true });
  }
}
