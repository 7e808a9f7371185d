import type { Database } from "#db/client.server.ts";

/** What PGlite and a connection to a server have in common. */
interface Connection {
  query: (text: string) => Promise<{ rows: unknown[] }>;
  /** Runs several statements. */
  exec: (text: string) => Promise<unknown>;
}

/** Returns a function that makes the database as it is now, except for its schema. */
export async function resetOf(connection: Connection): Promise<() => Promise<void>> {
  const { exec } = connection;
  const statements = await resettingStatements(connection.query);
  return async () => {
    await exec("discard all");
    await exec(["begin", ...statements, "commit"].join(";\n"));
  };
}

/** Returns the statements that, in one transaction, make the database as it is now, except for its schema. */
export async function resettingStatements(query: Connection["query"]): Promise<string[]> {
  const found = await firstRows(query);
  const { rows: sequences } = (await query(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences`,
  )) as { rows: { name: string; value: string | null }[] };
  return [
    "set local session_replication_role = replica",
    EMPTY_TABLES,
    ...found.map(
      ([table, content]) =>
        `insert into ${table} select * from json_populate_recordset(null::${table}, ${content})`,
    ),
    ...sequences.flatMap(({ name, value }) =>
      value === null ? [] : `select setval('${name}', ${value})`,
    ),
  ];
}

/**
 * Only tables with rows: most tests fill a few of fifty. Deleting the rows of a small one takes a fraction of the time
 * of TRUNCATE, which makes new files for its indexes and for all tables that refer to it.
 */
const EMPTY_TABLES = `
  do $$
  declare
    name text;
    full_tables text[];
  begin
    for name in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public' loop
      if pg_relation_size(name::regclass) > 65536 then
        full_tables := full_tables || name;
      elsif pg_relation_size(name::regclass) > 0 then
        execute format('delete from %s', name);
      end if;
    end loop;
    if full_tables is not null then
      execute format('truncate %s cascade', array_to_string(full_tables, ', '));
    end if;
    for name in select format('%I.%I', schemaname, sequencename) from pg_sequences where last_value is not null loop
      execute format('alter sequence %s restart', name);
    end loop;
  end $$`;

/** Returns the rows that there are, as JSON literals by table. */
async function firstRows(query: Connection["query"]): Promise<[table: string, content: string][]> {
  const { rows: tables } = (await query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  )) as { rows: { name: string }[] };
  const found: [string, string][] = [];
  for (const { name } of tables) {
    const { rows } = (await query(
      `select quote_literal(json_agg(t)::text) as content from ${name} t`,
    )) as { rows: { content: string | null }[] };
    const content = rows[0]?.content;
    if (content) found.push([name, content]);
  }
  return found;
}

/** Returns a database of a pool for one test. Closing it ends its listeners, and then has it `putBack`. */
export function returnedWhenClosed(database: Database, putBack: () => Promise<void>): Database {
  let open = true;
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
      await putBack();
    },
  };
}
