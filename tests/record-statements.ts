import type { PGlite, Transaction } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import type { Db } from "#db/client.server.ts";
import { withMethods } from "#db/embedded/yielding.server.ts";

/** Returns an embedded database that records the statements sent to this one, without begin and commit. */
export function recordStatements(db: Db): { db: Db; sent: string[] } {
  const sent: string[] = [];
  const client = (db as unknown as { $client: PGlite }).$client;
  const query: PGlite["query"] = (...args) => {
    sent.push(args[0]);
    return client.query(...args);
  };
  const transaction: PGlite["transaction"] = (work) =>
    client.transaction((tx) => {
      const queryIn: Transaction["query"] = (...args) => {
        sent.push(args[0]);
        return tx.query(...args);
      };
      return work(withMethods(tx, { query: queryIn }));
    });
  return { db: drizzle({ client: withMethods(client, { query, transaction }) }), sent };
}
