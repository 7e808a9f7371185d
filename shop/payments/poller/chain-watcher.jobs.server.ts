import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import { POLL_TICK_MS, createAddressPoller } from "./poll.server.ts";
import { ChainUnavailable, type ChainSource, type HostStatus } from "../chain/chain.ts";
import type { PaymentPolicy } from "../model/payment.ts";
import { reassessUnfinalized } from "../payments.server.ts";
import { staggerOverdueChecks, undoWrongClock } from "./schedule.server.ts";
import { hasSpareRequests, SWEEP_TICK_MS, sweepRetired } from "./sweep.server.ts";
import type { PollIntervals } from "./poll-intervals.ts";
import {
  readUpdateCursor,
  recheckUnfinalized,
  recordChainUpdates,
  recordTip,
} from "./watch.server.ts";

export interface ChainWatcher {
  /** False when the chain source has not responded for a while: payments are then seen later. */
  chainUp: () => boolean;
  /** Returns when the chain source last responded; before the first response, when the watcher started. */
  lastResponse: () => Date;
  /** Returns the state of the hosts of the chain source. */
  chainHosts: () => HostStatus[];
  /** Stops after the running requests. */
  stop: () => Promise<void>;
}

const DOWN_AFTER_MS = 20_000;
/** A clock that goes back further than this was set back; less is drift. */
const CLOCK_DRIFT_MS = 5000;

/** Starts polling the chain source for due addresses and storing the results, until stopped. */
export async function startChainWatcher(
  db: Db,
  options: {
    source: ChainSource;
    policy: PaymentPolicy;
    intervals: PollIntervals;
    /** US cents for one BTC at this moment, if a price is known. */
    rateCents: () => number | null;
    log: Log;
  },
): Promise<ChainWatcher> {
  const { source, policy, intervals, rateCents, log } = options;
  let lastResponse = Date.now();
  let tipDueAt = 0;
  let sweepDueAt = 0;
  let down = false;
  const downAfterMs = DOWN_AFTER_MS + 3 * intervals.watchedSeconds * 1000;
  await undoWrongClock(db, new Date());
  await staggerOverdueChecks(db, intervals, new Date());
  // The server may have died after storing a block and before reassessing.
  await reassessUnfinalized(db, policy, new Date());

  const pollTip = async (stopping: AbortSignal) => {
    tipDueAt = Date.now() + intervals.watchedSeconds * 1000;
    const tip = await source.tip();
    const changed = await recordTip(db, tip, new Date());
    poller.endBackoff();
    await onResponse();
    if (changed) {
      poller.allowExtra(await recheckUnfinalized(db, new Date()));
      await reassessUnfinalized(db, policy, new Date(), stopping);
    }
    if (!source.updatesSince) return;
    const updates = await source.updatesSince(await readUpdateCursor(db));
    await recordChainUpdates(db, updates, new Date());
    poller.allowExtra(updates.addresses.length);
  };

  const onResponse = async () => {
    lastResponse = Date.now();
    if (!down) return;
    down = false;
    log("the Bitcoin network can be read again");
    await staggerOverdueChecks(db, intervals, new Date());
  };

  // An outage is logged once, any other error each time; the watcher continues.
  const onError = (error: unknown) => {
    if (!(error instanceof ChainUnavailable)) {
      log("chain watcher", error);
    } else if (!down) {
      down = true;
      log("the Bitcoin network cannot be read", error);
    }
  };

  const poller = createAddressPoller(db, {
    source,
    policy,
    intervals,
    rateCents,
    onResponse,
    onError,
  });

  // Otherwise due addresses would wait until the clock has caught up.
  const handleClockSetBack = async (now: number) => {
    log("the clock was set back: polling all watched addresses");
    tipDueAt = 0;
    lastResponse = Math.min(lastResponse, now);
    poller.endBackoff();
    await undoWrongClock(db, new Date(now));
  };

  const sweep = async () => {
    sweepDueAt = Date.now() + SWEEP_TICK_MS;
    // A source with a wallet of its own reports activity on every address.
    if (source.updatesSince || !hasSpareRequests(source.hosts())) return;
    await sweepRetired(db, new Date());
  };

  let lastTickAt = Date.now();
  const tick = async (stopping: AbortSignal) => {
    const now = Date.now();
    if (now < lastTickAt - CLOCK_DRIFT_MS) await handleClockSetBack(now);
    lastTickAt = now;
    if (Date.now() >= tipDueAt) await pollTip(stopping).catch(onError);
    if (Date.now() >= sweepDueAt) await sweep().catch(onError);
    await poller.tick().catch(onError);
    // Aligned to the clock, so that each second has the same number of ticks however long one takes.
    return POLL_TICK_MS - (Date.now() % POLL_TICK_MS);
  };
  const loop = startLoop(tick, { pauseMs: POLL_TICK_MS, failed: onError });

  return {
    chainUp: () => Date.now() - lastResponse < downAfterMs,
    lastResponse: () => new Date(lastResponse),
    chainHosts: () => source.hosts(),
    stop: async () => {
      await loop.stop();
      await poller.end().catch(onError);
    },
  };
}
