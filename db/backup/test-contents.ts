import { sql } from "drizzle-orm";
import { type Db, queryRows } from "../client.server.ts";
import { sequencesOf, setTextFormat, tablesOf } from "./catalog.server.ts";

/** Everything that a database holds: the rows of each table as text, where each sequence is, and what guards them. */
export async function contentsOf(db: Db) {
  return db.transaction(async (tx) => {
    await setTextFormat(tx);
    const tables: Record<string, string[]> = {};
    for (const { name } of await tablesOf(tx)) {
      const rows = await queryRows<{ row: string }>(
        tx,
        sql`select t::text as row from ${sql.identifier(name)} t order by 1`,
      );
      tables[name] = rows.map(({ row }) => row).toSorted();
    }
    const keys = await queryRows<{ key: string }>(
      tx,
      sql`select conrelid::regclass || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated::text as key
        from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    const triggers = await queryRows<{ trigger: string }>(
      tx,
      sql`select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text as trigger
        from pg_trigger where not tgisinternal`,
    );
    return {
      tables,
      sequences: await sequencesOf(tx),
      keys: keys.map(({ key }) => key).toSorted(),
      triggers: triggers.map(({ trigger }) => trigger).toSorted(),
    };
  });
}
