import { randomUUID } from "node:crypto";
import { Client } from "pg";

/** Runs one statement on a connection of its own; returns the rows. */
export async function runOnServer(
  connectionString: string,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement);
  await client.end();
  return rows;
}

/** Creates a database with a new name on a server: an empty one, or a copy of `template`. */
export async function createDatabaseOn(
  serverUrl: string,
  { prefix, template = "template1" }: { prefix: string; template?: string | undefined },
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `${prefix}${randomUUID().replaceAll("-", "")}`;
  await runOnServer(serverUrl, `create database ${name} template ${template}`);
  return {
    url: urlOfDatabase(serverUrl, name),
    drop: async () =>
      void (await runOnServer(serverUrl, `drop database if exists ${name} with (force)`)),
  };
}

/** Returns the URL of another database on the same server. */
export function urlOfDatabase(serverUrl: string, name: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}
