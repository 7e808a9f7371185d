import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { freeReserve } from "./disk-reserve.server.ts";
import { EMBEDDED_VERSION } from "./pglite.server.ts";
import { OperatorError } from "../errors.ts";

/** With less the database could not even write its WAL. */
const LEAST_FREE_BYTES = 64_000_000;

/** Returns the paths in the data folder. */
export function dataPaths(dataDir: string) {
  return {
    /** The embedded database. */
    database: join(dataDir, "database"),
    /** Where a restore builds the database that it renames to `database` once it is complete. */
    restoring: join(dataDir, "database-restoring"),
    /** Exists once the shop was moved to a server, and holds the time of it. */
    moved: join(dataDir, "moved"),
    backups: join(dataDir, "backups"),
  };
}

/** Creates the data folder if needed; throws OperatorError when it is not writable or its disk is full. */
export function checkDataDir(dataDir: string): void {
  explainErrors(dataDir, () => createFolder(dataDir));
  if (!statSync(dataDir).isDirectory())
    throw new OperatorError(`DATA_DIR must name a folder: ${dataDir} is a file.`);
  // What waits for a payment goes before the reserve.
  if (diskProblem(dataDir)) freeReserve(dataDir);
  const probe = join(dataDir, ".probe");
  try {
    explainErrors(dataDir, () => writeFileSync(probe, "x", { mode: 0o600 }));
  } finally {
    // On a full disk, it exists and is empty. Earlier versions left one with each start there.
    const left = readdirSync(dataDir).filter((name) => /^\.probe(-\d+)?$/.test(name));
    for (const name of left) rmSync(join(dataDir, name), { force: true });
  }
  const problem = diskProblem(dataDir);
  if (problem) throw new OperatorError(problem);
}

/**
 * Creates a folder and those above it. The option `recursive` of `mkdirSync` never returns where the system answers
 * ENOENT although the folder above exists, as below `/proc`.
 */
function createFolder(dir: string): void {
  if (existsSync(dir)) return;
  const parent = dirname(dir);
  if (parent !== dir) createFolder(parent);
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it.
    if (!existsSync(dir)) throw error;
  }
}

/** Returns the error for the disk of the data folder, or null when there is room. */
export function diskProblem(dataDir: string): string | null {
  return spaceProblem(dataDir, statfsSync(dataDir));
}

/** Returns the error for a disk with `bavail` free blocks of `bsize` bytes, or null when there is room. */
export function spaceProblem(
  dataDir: string,
  { bavail, bsize }: { bavail: number; bsize: number },
): string | null {
  const free = bavail * bsize;
  if (free >= LEAST_FREE_BYTES) return null;
  return `The disk of ${dataDir} is full: ${Math.floor(free / 1_000_000)} MB are free, and the shop needs ${LEAST_FREE_BYTES / 1_000_000} MB to start.`;
}

/** Throws OperatorError when this version's embedded database must not open the folder, which the caller has locked. */
export function checkDatabaseFolder(dataDir: string): void {
  checkNotMoved(dataDir);
  const { database, restoring } = dataPaths(dataDir);
  const empty = explainErrors(database, () => readdirSync(database).length === 0);
  if (existsSync(restoring))
    throw new OperatorError(
      `A restore was cut off before it was complete. Nothing was lost: restore again${
        empty
          ? ` (what there was before is in ${database}-before-…)`
          : `, or delete the folder ${restoring} to go on with what there was before`
      }.`,
    );
  if (!empty) checkComplete(database);
}

/** Throws OperatorError when the shop of this data folder was moved to a server. */
export function checkNotMoved(dataDir: string): void {
  const { database, moved } = dataPaths(dataDir);
  if (existsSync(moved))
    throw new OperatorError(
      `This shop was moved to a PostgreSQL server on ${readFileSync(moved, "utf8").trim()}. Set DATABASE_URL to that one. To go back to what was in ${database} then, delete the file ${moved}; never run both.`,
    );
}

/** Throws OperatorError when the folder is no complete database, or one of another version of PostgreSQL. */
export function checkComplete(database: string): void {
  const versionFile = join(database, "PG_VERSION");
  if (!existsSync(versionFile) || !existsSync(join(database, "global/pg_control")))
    throw new OperatorError(
      `The folder ${database} holds something, but no complete database. Restore a backup, or set DATA_DIR to another folder.`,
    );
  explainErrors(database, () => accessSync(versionFile, constants.R_OK | constants.W_OK));
  const version = readFileSync(versionFile, "utf8").trim();
  if (version !== EMBEDDED_VERSION)
    throw new OperatorError(
      `The database in ${database} is of PostgreSQL ${version}, and this version of Satchel brings ${EMBEDDED_VERSION}. Make a backup with the version of Satchel that wrote it, and restore that with this one.`,
    );
}

/** Runs a file operation and turns the errors of the system that the operator can fix into OperatorErrors. */
function explainErrors<Value>(dir: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "EEXIST" && !existsSync(dir))
      throw new OperatorError(`The data folder ${dir} is a link to something that does not exist.`);
    const message = messageFor(code, dir);
    throw message ? new OperatorError(message) : error;
  }
}

function messageFor(code: string, dir: string): string | null {
  switch (code) {
    case "EEXIST":
    case "ENOTDIR":
      return `DATA_DIR must name a folder: ${dir}, or what it is in, is a file.`;
    case "EACCES":
    case "EPERM":
      return `The data folder ${dir} cannot be written to by this user${owners(dir)}. Start the shop as the folder's owner, or give the folder to this user (chown -R).`;
    case "EROFS":
      return `The data folder ${dir} is on a disk that can only be read.`;
    case "ENOENT":
    case "ELOOP":
    case "ENAMETOOLONG":
      return `The data folder ${dir} cannot be made (${code}). Set DATA_DIR to another folder.`;
    case "ENOSPC":
    case "EDQUOT":
      return `The disk of ${dir} is full.`;
    default:
      return null;
  }
}

function owners(dir: string): string {
  const owner = statSync(dir, { throwIfNoEntry: false })?.uid;
  const own = process.getuid?.();
  return owner === undefined || own === undefined ? "" : ` (number ${own}; it belongs to ${owner})`;
}
