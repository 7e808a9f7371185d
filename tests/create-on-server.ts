import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { templateOf } from "./global-setup.ts";

/** Creates a database on the server with the newest schema. */
export function createMigratedOnServer(): ReturnType<typeof createOnServer> {
  return createOnServer(templateOf(inject("databasePrefix")));
}

/** Creates an empty database on the server, or a copy of `template`. */
export async function createOnServer(
  template = "template1",
): Promise<{ url: string; drop: () => Promise<void> }> {
  const serverUrl = inject("serverUrl");
  if (!serverUrl) throw new Error("TEST_DATABASE_URL is not set");
  const name = `${inject("databasePrefix")}${randomUUID().replaceAll("-", "")}`;
  await asAdmin(serverUrl, `create database ${name} template ${template}`);
  return {
    url: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href,
    drop: () => asAdmin(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

async function asAdmin(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
