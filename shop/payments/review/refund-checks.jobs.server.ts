import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Loop, startLoop } from "#lib/loop.server.ts";
import { type ChainSource, ChainUnavailable } from "../chain/chain.ts";
import type { Network } from "../wallet/address.ts";
import { checkNextRefund } from "./refund-checks.server.ts";

const TICK_MS = 2000;

/** Follows the transactions of recorded refunds until they are final. */
export function startRefundChecks(
  db: Db,
  { source, network, log }: { source: ChainSource; network: Network; log: Log },
): Loop {
  const tick = async (stopping: AbortSignal) => {
    while (!stopping.aborted && (await checkNextRefund(db, source, { network, now: new Date() })));
  };
  return startLoop(tick, {
    pauseMs: TICK_MS,
    failed: (error) => {
      // The chain watcher logs an outage.
      if (!(error instanceof ChainUnavailable)) log("refund checks", error);
    },
  });
}
