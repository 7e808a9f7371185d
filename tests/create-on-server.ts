import { inject } from "vitest";
import { templateOf } from "./global-setup.ts";
import { createDatabaseOn } from "./server-database.ts";

/** Creates a database on the server with the newest schema. */
export function createMigratedOnServer(): ReturnType<typeof createOnServer> {
  return createOnServer(templateOf(inject("databasePrefix")));
}

/** Creates an empty database on the server, or a copy of `template`. */
export async function createOnServer(
  template?: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const serverUrl = inject("serverUrl");
  if (!serverUrl) throw new Error("TEST_DATABASE_URL is not set");
  return createDatabaseOn(serverUrl, { prefix: inject("databasePrefix"), template });
}
