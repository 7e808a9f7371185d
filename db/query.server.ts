import type { SQL } from "drizzle-orm";
import type { Db } from "./client.server.ts";

/** Returns the rows of a SQL query, on either database. */
export async function queryRows<Row>(db: Db, query: SQL): Promise<Row[]> {
  const result: unknown = await db.execute(query);
  return (result as { rows: Row[] }).rows;
}

let count = 0;

/**
 * Caches a prepared statement of Drizzle for each database, so that its SQL is built once; a PostgreSQL server also
 * parses and plans it once for each connection. For the few statements that nearly every request or order sends.
 * Inside a transaction it is built again, since Drizzle binds a statement to one connection.
 */
export function prepared<Statement extends object>(
  build: (db: Db, name: string) => Statement,
): (db: Db) => Statement {
  const statements = new WeakMap<Db, Statement>();
  count += 1;
  const name = `prepared_${count}`;
  return (db) => {
    const statement = statements.get(db) ?? build(db, name);
    statements.set(db, statement);
    return statement;
  };
}
