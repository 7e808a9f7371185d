import type { PGlite, QueryOptions, Transaction } from "@electric-sql/pglite";

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
    client.transaction((tx) => work(withQuery(tx, { query: queryOf(tx) })));
  return withQuery(client, { query: queryOf(client), transaction });
}

/** Returns the target with these methods in place of its own. */
function withQuery<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get(_, key) {
      const replaced: unknown = Reflect.get(methods, key);
      if (replaced) return replaced;
      const value: unknown = Reflect.get(target, key, target);
      // PGlite's private fields are only reachable on the client itself, not through the proxy.
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
