import type { SQL } from "drizzle-orm";
import type { PgDialect, PgSession } from "drizzle-orm/pg-core";
import type { Db } from "./client.server.ts";
import { repeatedly } from "./repeated.server.ts";

let count = 0;

/**
 * Has a statement put together once for each database instead of at each use, which takes Drizzle up to 0.13 ms, and
 * sent by a name, so that the database reads it once as well: for those that nearly every request sends, or every
 * order. `build` ends in `.prepare(name)`. What varies is an `sql.placeholder`.
 */
export function prepared<Statement extends object>(
  build: (db: Db, name: string) => Statement,
): (db: Db) => Statement {
  const statements = new WeakMap<object, Statement>();
  count += 1;
  const name = `prepared_${count}`;
  return (db) => {
    const { dialect, session } = insideOf(db);
    const statement = statements.get(dialect) ?? build(db, name);
    statements.set(dialect, statement);
    return through(session, statement);
  };
}

/** The same for a statement in SQL, of which nobody asks what it answers. */
export function preparedSql(
  statement: () => SQL,
): (db: Db) => { execute: (values: Record<string, unknown>) => Promise<unknown> } {
  return prepared((db, name) => {
    const { dialect, session } = insideOf(db);
    return session.prepareQuery(dialect.sqlToQuery(statement()), undefined, name, false);
  });
}

/** What Drizzle keeps of a database for itself: a transaction has its database's dialect, and a session of its own. */
function insideOf(db: Db): { dialect: PgDialect; session: PgSession } {
  return db as unknown as ReturnType<typeof insideOf>;
}

/** The same statement on the connection of a transaction, for which Drizzle would have it put together again. */
function through<Statement extends object>(session: object, statement: Statement): Statement {
  const client = Reflect.get(session, "client") as object;
  return Object.create(statement, { client: { value: repeatedly(client) } });
}
