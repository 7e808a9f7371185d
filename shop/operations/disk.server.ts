import { readFileSync, rmSync, type StatsFs, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DiskSpace } from "./system-state.ts";

const LOW_PERCENT = 5;
/** Twice what the embedded database needs: on a small disk 5 % are less. */
const LOW_BYTES = 128_000_000;
/** The next alert is for the next time after this much more was free. */
const ENOUGH = 1.5;

type SpaceOf = Pick<StatsFs, "bavail" | "bfree" | "blocks" | "bsize">;

/** Returns the room that is left for this user, as `df` shows it. */
export function diskSpace({ bavail, bfree, blocks, bsize }: SpaceOf): DiskSpace {
  const freeBytes = bavail * bsize;
  const freePercent = (bavail / Math.max(1, blocks - bfree + bavail)) * 100;
  return { freeBytes, freePercent, low: freePercent < LOW_PERCENT || freeBytes < LOW_BYTES };
}

/** Reads the room on the file system of the data folder; null if there is no such folder. */
export function readDiskSpace(dataDir: string): DiskSpace | null {
  try {
    return diskSpace(statfsSync(dataDir));
  } catch {
    return null;
  }
}

/**
 * Returns since when there has been too little room, or null. The time is stored on that disk, so that it is the same
 * for all instances on it and after a restart, until half as much again is free.
 */
export function lowDiskSince(dataDir: string, space: DiskSpace, now: Date): Date | null {
  const file = join(dataDir, "disk-low");
  if (!space.low) {
    const enough =
      space.freePercent >= LOW_PERCENT * ENOUGH && space.freeBytes >= LOW_BYTES * ENOUGH;
    if (enough) rmSync(file, { force: true });
    return null;
  }
  try {
    writeFileSync(file, now.toISOString(), { mode: 0o600, flag: "wx" });
    return now;
  } catch {
    const since = new Date(readFileSync(file, "utf8"));
    return Number.isNaN(since.getTime()) ? now : since;
  }
}
