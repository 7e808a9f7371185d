import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Db } from "./client.server.ts";

/** Returns the rows of a SQL query, on either database. */
export async function queryRows<Row>(db: Db, query: SQL): Promise<Row[]> {
  const result: unknown = await db.execute(query);
  return (result as { rows: Row[] }).rows;
}

/**
 * Sends writes that do not depend on each other as one statement, in one round trip: as data-modifying CTEs
 * (https://www.postgresql.org/docs/current/queries-with.html).
 */
export async function writeTogether(tx: Db, writes: readonly SQLWrapper[]): Promise<void> {
  const parts = writes.map(
    (write, i) => sql`${sql.identifier(`write_${i}`)} as (${write.getSQL()})`,
  );
  await tx.execute(sql`with ${sql.join(parts, sql`, `)} select 1`);
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
