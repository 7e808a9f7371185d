import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { inject } from "vitest";
import type { Database } from "#db/client.server.ts";
import { wrapPglite } from "#db/embedded/open.server.ts";
import { embeddedExtensions } from "#db/embedded/pglite.server.ts";

interface Pooled {
  client: PGlite;
  /** Makes the database as it was when it was created. */
  reset: () => Promise<void>;
}

/** The databases of this test file that no test has open: making one takes ten times as long as emptying one. */
const idle: Pooled[] = [];

/** Opens a temporary embedded database with the newest schema. Closing it leaves it to the next test of the file. */
export async function openFromPool(): Promise<Database> {
  const pooled = idle.pop() ?? (await create());
  let open = true;
  const client = whileOpen(pooled.client, () => open);
  const database = wrapPglite(client);
  const listening: (() => Promise<void>)[] = [];
  return {
    ...database,
    listen: async (channel, onPayload) => {
      const stop = await database.listen(channel, onPayload);
      listening.push(stop);
      return stop;
    },
    close: async () => {
      if (!open) throw new Error("the database is closed already");
      open = false;
      for (const stop of listening) await stop();
      await pooled.reset();
      idle.push(pooled);
    },
  };
}

async function create(): Promise<Pooled> {
  const loadDataDir = new Blob([readFileSync(inject("snapshotPath"))]);
  const client = await PGlite.create({ loadDataDir, extensions: embeddedExtensions });
  const rows = await firstRows(client);
  const { rows: sequences } = await client.query<{ name: string; value: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences`,
  );
  return {
    client,
    reset: async () => {
      await client.exec("discard all");
      await client.exec(EMPTY_TABLES);
      await client.transaction(async (tx) => {
        await tx.exec("set local session_replication_role = replica");
        for (const [table, content] of rows)
          await tx.query(
            `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`,
            [content],
          );
        for (const { name, value } of sequences)
          if (value !== null) await tx.query("select setval($1, $2)", [name, value]);
      });
    },
  };
}

/** Only tables with rows: most tests fill a few of fifty. */
const EMPTY_TABLES = `
  do $$
  declare
    name text;
    has_rows boolean;
    full_tables text[];
  begin
    for name in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public' loop
      execute format('select exists (select from %s)', name) into has_rows;
      if has_rows then full_tables := full_tables || name; end if;
    end loop;
    if full_tables is not null then
      execute format('truncate %s cascade', array_to_string(full_tables, ', '));
    end if;
    for name in select format('%I.%I', schemaname, sequencename) from pg_sequences where last_value is not null loop
      execute format('alter sequence %s restart', name);
    end loop;
  end $$`;

/** Returns the rows that the migrations made, as JSON by table. */
async function firstRows(client: PGlite): Promise<[table: string, content: string][]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const found: [string, string][] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ content: string | null }>(
      `select json_agg(t)::text as content from ${name} t`,
    );
    const content = rows[0]?.content;
    if (content) found.push([name, content]);
  }
  return found;
}

/** Refuses everything once the test has closed its database, as PGlite does: it may be another test's by then. */
function whileOpen(client: PGlite, isOpen: () => boolean): PGlite {
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (!isOpen()) throw new Error("PGlite is closed");
        return value.apply(target, args) as unknown;
      };
    },
  });
}
