import type { SQL } from "drizzle-orm";
import type { Db } from "./client.server.ts";

/** Returns the rows of a SQL query, on either database. */
export async function queryRows<Row>(db: Db, query: SQL): Promise<Row[]> {
  const result: unknown = await db.execute(query);
  return (result as { rows: Row[] }).rows;
}

/**
 * Caches a prepared statement of Drizzle for each database, so that its SQL is built once; a PostgreSQL server also
 * parses it once for each connection. For the few statements that nearly every request or order sends; each has a name
 * of its own. Inside a transaction it is built again, since Drizzle binds a statement to one connection.
 */
export function prepared<Statement extends object>(
  build: (db: Db) => Statement,
): (db: Db) => Statement {
  const statements = new WeakMap<Db, Statement>();
  return (db) => {
    const statement = statements.get(db) ?? build(db);
    statements.set(db, statement);
    return statement;
  };
}
