import { formatCount } from "#lib/money.ts";
import { bytesText } from "#lib/text.ts";
import type { SystemState } from "#shop/operations/system-state.ts";
import type { StateItem } from "./state-card.tsx";

/** The state of the machine and of the proxy before it. */
export interface Machine {
  /** By how much the clock of the shop is ahead of the database's; 0 if that does not matter. */
  clockSkewMs: number;
  /** Whether no checkout begins, for lack of room on the disk. */
  salesPaused: boolean;
  /** The address of a proxy that forwards requests and is not trusted. */
  untrustedProxy: string | null;
}

/** Returns what is wrong with either. */
export function machineItems(sources: Machine): StateItem[] {
  const items: StateItem[] = [];
  if (sources.salesPaused) {
    items.push({
      title: "The shop takes no new orders",
      tone: "rejected",
      under:
        "Its disk is almost full, and what room there is is left to payments. Delete old backups, or make it larger.",
    });
  }
  if (sources.clockSkewMs !== 0) {
    const seconds = formatCount(Math.round(Math.abs(sources.clockSkewMs) / 1000));
    items.push({
      title: "The clock of the shop is wrong",
      tone: "rejected",
      under: `It is ${seconds} s ${sources.clockSkewMs > 0 ? "ahead of" : "behind"} the database’s. Set both by NTP: price locks and invoices go by it.`,
    });
  }
  if (sources.untrustedProxy) {
    items.push({
      title: "All visitors share one address",
      tone: "rejected",
      under: `A proxy at ${sources.untrustedProxy} forwards them, and TRUSTED_PROXIES does not name it: limits on sign-ins and orders count them as one.`,
    });
  }
  return items;
}

/** Returns what is wrong with backups and the disk. */
export function systemItems(state: SystemState): StateItem[] {
  const { lastBackup, backupOverdueSince, lowDisk, newIn } = state;
  const items: StateItem[] = [];
  if (newIn) {
    items.push({
      title: "This is a new shop",
      tone: "pending",
      under: `Its data are in ${newIn}. If you expected yours, stop it and check DATA_DIR or DATABASE_URL, or restore a backup.`,
    });
  }
  if (lowDisk) {
    items.push({
      title: "The disk is almost full",
      tone: "rejected",
      under: `${bytesText(lowDisk.freeBytes)} are free. Delete old backups, or make it larger.`,
    });
  }
  if (backupOverdueSince) {
    items.push({
      title: "No backup for two nights",
      tone: "rejected",
      under: lastBackup?.problem ?? "None has succeeded for more than 48 hours.",
    });
  }
  return items;
}
