import { existsSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "#lib/log.ts";

/** A file of the WAL, which the embedded database makes as a whole (wal_segment_size). */
const WAL_FILE_BYTES = 16 * 1024 * 1024;
/** Four files of the WAL: some ten thousand payments. */
export const RESERVE_BYTES = 4 * WAL_FILE_BYTES;
/** With less beside the reserve, nothing new is begun; and with this much again, it is. */
const LOW_BYTES = 4 * WAL_FILE_BYTES;
const ENOUGH_BYTES = 6 * WAL_FILE_BYTES;
/** With less, the reserve is given up for what is under way. */
const RELEASE_BYTES = 3 * WAL_FILE_BYTES;
/** With less, the next file of the WAL may not fit, and the database would spin for ever (PGlite 0.5.16). */
const STOP_BYTES = 1.5 * WAL_FILE_BYTES;

const INTERVAL_MS = 500;

export interface DiskReserve {
  /** Whether there is too little room to begin anything new. */
  isLow: () => boolean;
  stop: () => void;
}

/**
 * Keeps some room on the disk of the embedded database, which cannot report that its WAL does not fit. While there is
 * little, `isLow`; with less, the reserve is freed, so that payments are still recorded; at the end `stopShop` is called.
 */
export function openDiskReserve(
  dataDir: string,
  options: {
    log: Log;
    stopShop: () => void;
    /** Returns the free bytes; replaced in tests. */
    freeBytes?: () => number;
  },
): DiskReserve & { check: () => void } {
  const { log, stopShop, freeBytes = () => freeOn(dataDir) } = options;
  const file = reserveFile(dataDir);
  let low = false;

  const check = () => {
    const free = freeBytes();
    const hasReserve = existsSync(file);
    const beside = hasReserve ? free : free - RESERVE_BYTES;
    const wasLow = low;
    low = beside < (wasLow ? ENOUGH_BYTES : LOW_BYTES);
    const megabytes = `${Math.floor(free / 1_000_000)} MB are free on the disk of ${dataDir}`;
    if (low && !wasLow) log(`almost no disk: ${megabytes}. No checkout begins until there is more`);
    if (!low && wasLow) log(`the disk has room again: ${megabytes}`);
    if (hasReserve && free < RELEASE_BYTES) {
      rmSync(file, { force: true });
      log(`almost no disk: ${megabytes}, and the reserve is used now`);
    } else if (!hasReserve && !low) {
      fill(file);
    } else if (!hasReserve && free < STOP_BYTES) {
      log(`the disk is full: ${megabytes}. The shop stops before its database hangs`);
      stopShop();
    }
  };
  check();
  const timer = setInterval(check, INTERVAL_MS).unref();
  return { isLow: () => low, check, stop: () => clearInterval(timer) };
}

/** Frees the reserve, for a start on a full disk; returns whether there was one. */
export function freeReserve(dataDir: string): boolean {
  const file = reserveFile(dataDir);
  const had = existsSync(file);
  rmSync(file, { force: true });
  return had;
}

const reserveFile = (dataDir: string) => join(dataDir, "reserve");

/** Writes the file, not only its length, which would take no room. */
function fill(file: string): void {
  try {
    writeFileSync(file, Buffer.alloc(RESERVE_BYTES), { mode: 0o600 });
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

function freeOn(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize;
}
