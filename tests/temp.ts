import { existsSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A new folder for databases, in memory where there is room. What a killed process has written is kept by the system,
 * on a disk or not; not waiting for one saves half a minute.
 */
export function folderForDatabases(): string {
  return mkdtempSync(join(roomInMemory() ? "/dev/shm" : tmpdir(), "satchel-data-"));
}

function roomInMemory(): boolean {
  if (!existsSync("/dev/shm")) return false;
  const { bavail, bsize } = statfsSync("/dev/shm");
  return bavail * bsize > 1_000_000_000;
}
