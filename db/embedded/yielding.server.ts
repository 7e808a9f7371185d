import { setImmediate as nextEventLoopTurn } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";

/** How long queries may follow each other before the event loop gets its turn. */
const SLICE_MS = 20;

/**
 * Yields to the event loop between queries and transactions of the embedded database. PGlite runs on this thread and
 * resolves in microtasks, so a job that sends a thousand queries in a row would block all HTTP requests until its last
 * one. Queries inside a transaction do not yield: everything else would wait for its commit anyway.
 */
export function yieldBetweenQueries(client: PGlite): PGlite {
  let sliceStartedAt: number | null = null;

  const yieldIfDue = async () => {
    if (sliceStartedAt === null) {
      sliceStartedAt = performance.now();
      setImmediate(() => (sliceStartedAt = null));
    } else if (performance.now() - sliceStartedAt > SLICE_MS) {
      await nextEventLoopTurn();
    }
  };
  const query: PGlite["query"] = async (...args) => {
    await yieldIfDue();
    return client.query(...args);
  };
  const transaction: PGlite["transaction"] = async (work) => {
    await yieldIfDue();
    return client.transaction(work);
  };
  return withMethods(client, { query, transaction });
}

/** Returns a proxy of a PGlite client or transaction with these methods in place of its own. */
export function withMethods<T extends object>(target: T, methods: Partial<T>): T {
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
