import { createDatabaseOn } from "../server-database.ts";

/** Creates a database on the test server: an empty one, or a copy of `template`. */
export async function createDatabase(
  template?: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) throw new Error("TEST_DATABASE_URL is not set");
  return createDatabaseOn(serverUrl, { prefix: "satchel_e2e_", template });
}
