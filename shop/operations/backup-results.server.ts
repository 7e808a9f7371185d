import { chown, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Db } from "#db/client.server.ts";
import type { LastBackup } from "./system-state.ts";
import { readFact, storeFact } from "../settings/installation.server.ts";

/** Where the results of backups are stored. */
export interface BackupResults {
  read: () => Promise<unknown>;
  write: (value: unknown) => Promise<void>;
}

const stored = z.object({
  at: z.coerce.date(),
  problem: z.string().nullable(),
  bytes: z.number().nullable(),
  completeAt: z.coerce.date().nullable(),
});

/** Stores results in the database of a server, which every instance and every backup can reach. */
export function resultsInDatabase(db: Db): BackupResults {
  return {
    read: () => readFact(db, "last-backup"),
    write: (value) => storeFact(db, "last-backup", value),
  };
}

/** Stores results in the data folder: the embedded database is open in the shop's process alone. */
export function resultsInFolder(dataDir: string): BackupResults {
  const file = join(dataDir, "last-backup.json");
  return {
    read: async () => JSON.parse(await readFile(file, "utf8")) as unknown,
    write: async (value) => {
      const unfinished = `${file}.${process.pid}.part`;
      try {
        await writeFile(unfinished, JSON.stringify(value), { mode: 0o600 });
        // The shop must be able to read what root's crontab wrote.
        const { uid, gid } = await stat(dataDir);
        if (process.getuid?.() === 0) await chown(unfinished, uid, gid);
        await rename(unfinished, file);
      } finally {
        await rm(unfinished, { force: true });
      }
    },
  };
}

/** Reads the result of the last backup; null if there is none that can be read. */
export async function readLastBackup(results: BackupResults): Promise<LastBackup | null> {
  const value = await results.read().catch(() => null);
  return stored.safeParse(value).data ?? null;
}

/** Stores the result of a backup. */
export async function recordBackup(
  results: BackupResults,
  { at, problem, bytes }: Omit<LastBackup, "completeAt">,
): Promise<void> {
  const before = await readLastBackup(results);
  const completeAt = problem === null ? at : (before?.completeAt ?? null);
  await results.write({ at, problem, bytes, completeAt });
}
