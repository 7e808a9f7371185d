import { addMs, HOUR_MS } from "#lib/time.ts";

/** The result of the last backup. */
export interface LastBackup {
  at: Date;
  /** Why it failed; null if it is complete. */
  problem: string | null;
  /** The size of the file; null if it failed. */
  bytes: number | null;
  /** When the last complete backup was made; null if none was. */
  completeAt: Date | null;
}

/** The room on a file system. */
export interface DiskSpace {
  freeBytes: number;
  freePercent: number;
  /** Whether it is so little that administrators are alerted. */
  low: boolean;
}

/** The state of backups and of the disk. */
export interface SystemState {
  lastBackup: LastBackup | null;
  /** Since when there has been no complete backup; null if that is not long. */
  backupOverdueSince: Date | null;
  /** The disk of the data folder, if it is almost full. */
  lowDisk: DiskSpace | null;
  /** Where the data of a shop are that opened for the first time lately, and has no order; null for others. */
  newIn: string | null;
}

/** Two missed nights. */
const OVERDUE_AFTER_MS = 48 * HOUR_MS;

/**
 * Returns since when there has been no complete backup, if that is for more than 48 hours, or null. A shop without any
 * counts from `liveSince`, its first start.
 */
export function overdueSince(
  { last, liveSince }: { last: LastBackup | null; liveSince: Date },
  now: Date,
): Date | null {
  const complete = last?.completeAt;
  const since = complete && complete > liveSince ? complete : liveSince;
  return addMs(since, OVERDUE_AFTER_MS) < now ? since : null;
}
