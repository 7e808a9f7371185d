import type { Db } from "#db/client.server.ts";
import { addMs, DAY_MS } from "#lib/time.ts";
import { orders } from "../orders/tables.ts";
import { alertAdministrators } from "./alerts.server.ts";
import { type BackupResults, readLastBackup } from "./backup-results.server.ts";
import { lowDiskSince, readDiskSpace } from "./disk.server.ts";
import { storeFirstFact } from "../settings/installation.server.ts";
import { type DiskSpace, overdueSince, type SystemState } from "./system-state.ts";

/** For so long a shop without orders may be one that has lost its data. */
const NEW_MS = 2 * DAY_MS;

async function hasOrders(db: Db): Promise<boolean> {
  const [order] = await db.select({ id: orders.id }).from(orders).limit(1);
  return order !== undefined;
}

export interface SystemWatch {
  read: (now: Date) => Promise<SystemState>;
  /** Alerts administrators once when backups are overdue, and once when the disk is almost full. */
  alert: (now: Date) => Promise<void>;
}

/** Watches backups and the disk. Only a live shop is reminded of them. */
export function openSystemWatch(
  db: Db,
  options: {
    live: boolean;
    dataDir: string;
    /** Where the database is, for people. */
    place: string;
    results: BackupResults;
    /** Reads the room on the disk; replaced in tests. */
    readSpace?: (dataDir: string) => DiskSpace | null;
  },
): SystemWatch {
  const { live, dataDir, place, results, readSpace = readDiskSpace } = options;

  async function read(now: Date): Promise<SystemState> {
    const last = await readLastBackup(results);
    if (!live) return { lastBackup: last, backupOverdueSince: null, lowDisk: null, newIn: null };
    const liveSince = new Date(String(await storeFirstFact(db, "live-since", now)));
    const space = readSpace(dataDir);
    return {
      lastBackup: last,
      backupOverdueSince: overdueSince({ last, liveSince }, now),
      lowDisk: space?.low ? space : null,
      newIn: liveSince > addMs(now, -NEW_MS) && !(await hasOrders(db)) ? place : null,
    };
  }

  async function alert(now: Date): Promise<void> {
    if (!live) return;
    const { backupOverdueSince } = await read(now);
    if (backupOverdueSince) await alertOnce("backup", backupOverdueSince, now);
    const space = readSpace(dataDir);
    const lowSince = space && lowDiskSince(dataDir, space, now);
    if (lowSince) await alertOnce("disk", lowSince, now);
  }

  /** The key names the moment since when it is so: all instances and every tick make one alert. */
  async function alertOnce(about: "backup" | "disk", since: Date, now: Date): Promise<void> {
    const key = `admin-alert:${about}:${since.toISOString()}`;
    await alertAdministrators(db, { key, about, since, now });
  }

  return { read, alert };
}
