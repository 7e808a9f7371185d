import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkDatabaseFolder, dataPaths } from "../embedded/data-folder.server.ts";
import { lockDataFolder } from "../embedded/lock.server.ts";
import { OperatorError } from "../errors.ts";
import { backUpFolder } from "./make-backup.server.ts";
import type { Backup } from "./read-backup.server.ts";
import { restoreServer } from "./restore.server.ts";

/**
 * Moves the shop from the data folder to an empty PostgreSQL database. The folder stays, but no shop opens it any more:
 * two shops would hand out the same addresses.
 */
export async function moveToServer(dataDir: string, url: string, now: Date): Promise<Backup> {
  const { database, moved } = dataPaths(dataDir);
  if (!existsSync(join(database, "PG_VERSION")))
    throw new OperatorError(`There is no shop in ${dataDir}: nothing to move.`);
  const unlock = await lockDataFolder(database);
  const file = join(dataDir, "moving.backup");
  try {
    checkDatabaseFolder(dataDir);
    rmSync(file, { force: true });
    const backup = await backUpFolder(database, file, now);
    await restoreServer(url, backup, () => Promise.resolve());
    writeFileSync(moved, now.toISOString(), { mode: 0o600, flush: true });
    return backup;
  } finally {
    rmSync(file, { force: true });
    await unlock();
  }
}
