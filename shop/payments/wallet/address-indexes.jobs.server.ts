import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import type { AccountKey } from "./address.ts";
import { ChainUnavailable, type ChainSource } from "../chain/chain.ts";
import { skipUsedIndexes } from "./gap-limit-scan.server.ts";

const RETRY_MS = 15_000;
/** How long the start waits for the first attempt, so that a slow chain source does not block the shop. */
const OPEN_AFTER_MS = 10_000;

/**
 * Skips addresses of the key that are already used, once at each start. `tried` resolves when this is done, when the
 * first attempt failed, or when it takes too long; retries go on until the chain source has responded.
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
        if (skipped > 0) log(`skipped addresses that were used before: ${skipped}`);
        return "done";
      } finally {
        tried.resolve();
      }
    },
    {
      pauseMs: RETRY_MS,
      failed: (error) => {
        // The chain watcher reports an outage.
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
