import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import type { AccountKey } from "./address.ts";
import { ChainUnavailable, type ChainSource } from "../chain/chain.ts";
import { skipUsedIndexes } from "./address-indexes.server.ts";

const RETRY_MS = 15_000;
/** A shop does not stay closed because the chain is slow to answer. */
const OPEN_AFTER_MS = 10_000;

/**
 * Skips addresses of the key that were used already, once at each start. `tried` is over when that is done, could
 * not be done at the first go, or takes too long; it goes on trying until the chain has answered.
 */
export function startIndexCheck(
  db: Db,
  { source, key, log }: { source: ChainSource; key: AccountKey; log: Log },
): { tried: Promise<void>; stop: () => Promise<void> } {
  const tried = Promise.withResolvers<void>();
  const open = setTimeout(tried.resolve, OPEN_AFTER_MS).unref();
  const loop = startLoop(
    async () => {
      try {
        const skipped = await skipUsedIndexes(db, source, key);
        if (skipped > 0) log(`${skipped} addresses had been used already, and were skipped`);
        return "done";
      } finally {
        tried.resolve();
      }
    },
    {
      pauseMs: RETRY_MS,
      failed: (error) => {
        // The watch tells of an outage.
        if (!(error instanceof ChainUnavailable)) log("index check", error);
      },
    },
  );
  return {
    tried: tried.promise,
    stop: async () => {
      clearTimeout(open);
      tried.resolve();
      await loop.stop();
    },
  };
}
