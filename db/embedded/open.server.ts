import { mkdirSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import type { Database } from "../client.server.ts";
import { migrateToNewest } from "../migrations.server.ts";
import { checkDatabaseFolder, dataPaths } from "./data-folder.server.ts";
import { handleCopyRequest } from "./folder-copy.server.ts";
import { newHolder } from "../holders.server.ts";
import { lockDataFolder } from "./lock.server.ts";
import { registerParsers } from "./parsers.server.ts";
import { openPglite } from "./pglite.server.ts";
import { yieldBetweenQueries } from "./yielding.server.ts";

/** Opens PGlite in the data folder and migrates it; throws DataFolderLockedError when another process has it open. */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const { database: dir } = dataPaths(dataDir);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const opened = Promise.withResolvers<PGlite>();
  let copying: Promise<string> = Promise.resolve("");
  const unlock = await lockDataFolder(dir, undefined, (request) => {
    copying = opened.promise.then((client) => handleCopyRequest(client, dataDir, request));
    return copying;
  });
  try {
    checkDatabaseFolder(dataDir);
    const client = await openPglite(dir);
    const database = wrapPglite(client);
    await migrateToNewest(database.db);
    opened.resolve(client);
    return {
      ...database,
      close: async () => {
        // Closing writes to the folder, which must not change while it is copied.
        await copying;
        await database.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Wraps an open PGlite without migrating it. */
export function wrapPglite(client: PGlite): Database {
  const holder = newHolder();
  return {
    db: drizzle({ client: yieldBetweenQueries(registerParsers(client)) }),
    kind: "embedded",
    listen: (channel, onPayload) => client.listen(channel, onPayload),
    holder,
    // The folder is locked: no other process has it open.
    connectedHolders: async () => [holder],
    close: () => client.close(),
  };
}
