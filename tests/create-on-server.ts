import { Client } from "pg";
import { inject } from "vitest";
import { openDatabase } from "#db/open-database.server.ts";
import { createDatabaseOn, urlOfDatabase } from "./server-database.ts";

/** Creates a database on the server with the newest schema. */
export async function createMigratedOnServer(): ReturnType<typeof createOnServer> {
  return createOnServer(await template());
}

/** Creates an empty database on the server, or a copy of `template`. */
export async function createOnServer(
  template?: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  return createDatabaseOn(server(), { prefix: inject("databasePrefix"), template });
}

function server(): string {
  const serverUrl = inject("serverUrl");
  if (!serverUrl) throw new Error("TEST_DATABASE_URL is not set");
  return serverUrl;
}

/** Of this worker. */
let made: Promise<string> | undefined;

/** Returns the name of a database with the newest schema, which the first worker that needs it makes. */
function template(): Promise<string> {
  made ??= makeTemplate(`${inject("databasePrefix")}template`);
  return made;
}

async function makeTemplate(name: string): Promise<string> {
  const client = new Client({ connectionString: server() });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtextextended($1, 0))`, [name]);
    const { rowCount } = await client.query(`select 1 from pg_database where datname = $1`, [name]);
    if (rowCount === 0) {
      await client.query(`create database ${name}`);
      await (await openDatabase({ url: urlOfDatabase(server(), name), dataDir: "" })).close();
    }
    return name;
  } finally {
    await client.end();
  }
}
