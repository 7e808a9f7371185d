import { bytesText } from "#lib/text.ts";
import type { SystemState } from "#shop/operations/system-state.ts";
import type { AttentionItem } from "./lightning-items.ts";

/** Returns what is wrong with backups, disk and clock of the shop's machine. */
export function systemItems(state: SystemState): AttentionItem[] {
  const { lastBackup, backupOverdueSince, lowDisk, newIn } = state;
  const items: AttentionItem[] = [];
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
