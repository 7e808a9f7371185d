import type { PGlite, QueryOptions, Transaction } from "@electric-sql/pglite";
import { withMethods } from "./yielding.server.ts";

/**
 * Registers the parsers that Drizzle passes with every query, always the same ones, with the client at the first. PGlite
 * copies its own 300 for each query that brings some, which takes longer than a short statement itself.
 */
export function registerParsers(client: PGlite): PGlite {
  let isRegistered = false;

  const withoutParsers = ({ parsers, ...options }: QueryOptions = {}): QueryOptions => {
    if (parsers && !isRegistered) {
      Object.assign(client.parsers, parsers);
      isRegistered = true;
    }
    return options;
  };
  const queryOf =
    (target: PGlite | Transaction): PGlite["query"] =>
    (text, params, options) =>
      target.query(text, params, withoutParsers(options));
  const transaction: PGlite["transaction"] = (work) =>
    client.transaction((tx) => work(withMethods(tx, { query: queryOf(tx) })));
  return withMethods(client, { query: queryOf(client), transaction });
}
