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
import { join } from "node:path";
import { EMBEDDED_VERSION } from "./pglite.server.ts";
import { OperatorError } from "../errors.ts";

/** Below this the database could not even write its log. */
const LEAST_FREE_BYTES = 64_000_000;

/** What is in the data folder. */
export function dataPaths(dataDir: string) {
  return {
    /** The embedded database. */
    database: join(dataDir, "database"),
    /** What a restore is building; it becomes `database` when it is complete. */
    restoring: join(dataDir, "database-restoring"),
    /** There once the shop was moved to a server: says when. */
    moved: join(dataDir, "moved"),
    backups: join(dataDir, "backups"),
  };
}

/** Makes the data folder if there is none. Refuses one that cannot be written to, and a disk that is full. */
export function checkDataDir(dataDir: string): void {
  telling(dataDir, () => mkdirSync(dataDir, { recursive: true, mode: 0o700 }));
  if (!statSync(dataDir).isDirectory())
    throw new OperatorError(`DATA_DIR must name a folder: ${dataDir} is a file.`);
  const probe = join(dataDir, `.probe-${process.pid}`);
  telling(dataDir, () => writeFileSync(probe, "x", { mode: 0o600 }));
  rmSync(probe, { force: true });
  const problem = spaceProblem(dataDir, statfsSync(dataDir));
  if (problem) throw new OperatorError(problem);
}

/** What is wrong with a disk that has so many free blocks of that size; null when there is room. */
export function spaceProblem(
  dataDir: string,
  { bavail, bsize }: { bavail: number; bsize: number },
): string | null {
  const free = bavail * bsize;
  if (free >= LEAST_FREE_BYTES) return null;
  return `The disk of ${dataDir} is full: ${Math.floor(free / 1_000_000)} MB are free, and the shop needs ${LEAST_FREE_BYTES / 1_000_000} MB to start.`;
}

/** Refuses a folder that this version's embedded database cannot or must not open. Whoever calls has locked it. */
export function checkDatabaseFolder(dataDir: string): void {
  checkNotMoved(dataDir);
  const { database, restoring } = dataPaths(dataDir);
  const empty = readdirSync(database).length === 0;
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

/** Refuses a data folder whose shop has moved elsewhere. */
export function checkNotMoved(dataDir: string): void {
  const { database, moved } = dataPaths(dataDir);
  if (existsSync(moved))
    throw new OperatorError(
      `This shop was moved to a PostgreSQL server on ${readFileSync(moved, "utf8").trim()}. Set DATABASE_URL to that one. To go back to what was in ${database} then, delete the file ${moved}; never run both.`,
    );
}

/** Refuses a folder that is no whole database, or one of another version of PostgreSQL. */
export function checkComplete(database: string): void {
  const versionFile = join(database, "PG_VERSION");
  if (!existsSync(versionFile) || !existsSync(join(database, "global/pg_control")))
    throw new OperatorError(
      `The folder ${database} holds something, but no complete database. Restore a backup, or set DATA_DIR to another folder.`,
    );
  telling(database, () => accessSync(versionFile, constants.R_OK | constants.W_OK));
  const version = readFileSync(versionFile, "utf8").trim();
  if (version !== EMBEDDED_VERSION)
    throw new OperatorError(
      `The database in ${database} is of PostgreSQL ${version}, and this version of Satchel brings ${EMBEDDED_VERSION}. Make a backup with the version of Satchel that wrote it, and restore that with this one.`,
    );
}

/** Does something with a folder; what the system has against it is told in words. */
function telling(dir: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const words = wordsFor(code, dir);
    throw words ? new OperatorError(words) : error;
  }
}

function wordsFor(code: string, dir: string): string | null {
  switch (code) {
    case "EEXIST":
    case "ENOTDIR":
      return `DATA_DIR must name a folder: ${dir}, or what it is in, is a file.`;
    case "EACCES":
    case "EPERM":
      return `The data folder ${dir} cannot be written to by this user${owners(dir)}. Start the shop as the folder's owner, or give the folder to this user (chown -R).`;
    case "EROFS":
      return `The data folder ${dir} is on a disk that can only be read.`;
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
