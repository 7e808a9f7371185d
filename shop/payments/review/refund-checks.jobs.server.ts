import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Loop, startLoop } from "#lib/loop.server.ts";
import { type ChainSource, ChainUnavailable } from "../chain/chain.ts";
import type { Network } from "../wallet/address.ts";
import { checkNextRefund } from "./refund-checks.server.ts";

const TICK_MS = 2000;

/** Follows the transactions of recorded refunds until they are confirmed. Does nothing without such a source. */
export function startRefundChecks(
  db: Db,
  { source, network, log }: { source: ChainSource; network: Network; log: Log },
): Loop {
  const { transactionOf } = source;
  const tick = async (stopping: AbortSignal) => {
    if (!transactionOf) return;
    while (
      !stopping.aborted &&
      (await checkNextRefund(db, { transactionOf }, { network, now: new Date() }))
    );
  };
  return startLoop(tick, {
    pauseMs: TICK_MS,
    failed: (error) => {
      // The chain watcher logs an outage.
      if (!(error instanceof ChainUnavailable)) log("refund checks", error);
    },
  });
}
