import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Deletes all snapshots of a migrations folder but the newest: drizzle-kit compares the tables with that one only. */
export function keepNewestSnapshot(folder) {
  const meta = join(folder, "meta");
  const snapshots = readdirSync(meta).filter((name) => name.endsWith("_snapshot.json"));
  for (const name of snapshots.toSorted().slice(0, -1)) rmSync(join(meta, name));
}
