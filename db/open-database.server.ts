import type { Log } from "#lib/log.ts";
import type { Database } from "./client.server.ts";
import { openEmbedded } from "./embedded/open.server.ts";
import { checkRestoreFinished, migrateToNewest } from "./migrations.server.ts";
import { connectToServer } from "./postgres.server.ts";

/**
 * Opens the database that the configuration names and migrates it to the newest schema. Throws OperatorError when it
 * cannot be used as it is.
 */
export async function openDatabase(options: {
  url: string | null;
  dataDir: string;
  log?: Log;
}): Promise<Database> {
  const { url, dataDir, log } = options;
  if (!url) return openEmbedded(dataDir);
  const server = connectToServer(url, { log });
  try {
    await server.withMigrationLock(async () => {
      await checkRestoreFinished(server.db);
      await migrateToNewest(server.db);
    });
  } catch (error) {
    await server.close();
    throw error;
  }
  return server;
}
