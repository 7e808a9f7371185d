import { Client } from "pg";
import type { Database } from "#db/client.server.ts";
import { connectToServer } from "#db/postgres.server.ts";
import { createMigratedOnServer } from "./create-on-server.ts";
import { resetOf, returnedWhenClosed } from "./empty-database.ts";

interface Pooled {
  url: string;
  /** Makes the database as it was when it was created. */
  reset: () => Promise<void>;
  drop: () => Promise<void>;
}

/** The databases of this test file that no test has open. */
const idle: Pooled[] = [];

/** Opens a temporary database on the server with the newest schema. Closing it leaves it to the next test of the file. */
export async function openFromServerPool(): Promise<Database> {
  const pooled = idle.pop() ?? (await create());
  const database = connectToServer(pooled.url);
  return returnedWhenClosed(database, async () => {
    await database.close();
    await pooled.reset();
    idle.push(pooled);
  });
}

/** Drops the databases, after the last test of the file. */
export async function dropServerPool(): Promise<void> {
  for (const { drop } of idle.splice(0)) await drop();
}

async function create(): Promise<Pooled> {
  const { url, drop } = await createMigratedOnServer();
  const client = new Client({ connectionString: url });
  await client.connect();
  const empty = await resetOf({
    query: (text) => client.query(text),
    exec: (text) => client.query(text),
  });
  return {
    url,
    reset: async () => {
      await client.query(END_OTHERS);
      await empty();
    },
    drop: async () => {
      await client.end();
      await drop();
    },
  };
}

/** Ends what a test has left open. */
const END_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
