import { setImmediate as nextEventLoopTurn } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";
import { withMethods } from "./with-methods.ts";

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
