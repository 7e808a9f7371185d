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
import { recheckUnfinalized, newsCursor, recordChainUpdates, recordTip } from "./watch.server.ts";

export interface ChainWatcher {
  /** False when the chain source has not answered for a while: payments are then seen later. */
  chainUp: () => boolean;
  /** When a chain source last answered; at start, when it began. */
  lastAnswer: () => Date;
  /** How the hosts of the chain source are doing. */
  chainHosts: () => HostStatus[];
  /** Stops after the running requests. */
  stop: () => Promise<void>;
}

const CONSIDERED_DOWN_MS = 20_000;
/** A clock that goes back further than this was set by hand; less is drift. */
const SET_BACK_MS = 5000;

/** Polls the chain source for due addresses until stopped, and stores the results. */
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
  let lastAnswer = Date.now();
  let tipDueAt = 0;
  let sweepDueAt = 0;
  let down = false;
  const downAfterMs = CONSIDERED_DOWN_MS + 3 * intervals.watchedSeconds * 1000;
  await undoWrongClock(db, new Date());
  await staggerOverdueChecks(db, intervals, new Date());
  // The server may have died after storing a block and before reassessing.
  await reassessUnfinalized(db, policy, new Date());

  const hearTip = async (stopping: AbortSignal) => {
    tipDueAt = Date.now() + intervals.watchedSeconds * 1000;
    const tip = await source.tip();
    const changed = await recordTip(db, tip, new Date());
    poller.wake();
    await answered();
    if (changed) {
      poller.atOnce(await recheckUnfinalized(db, new Date()));
      await reassessUnfinalized(db, policy, new Date(), stopping);
    }
    if (!source.news) return;
    const news = await source.news(await newsCursor(db));
    await recordChainUpdates(db, news, new Date());
    poller.atOnce(news.addresses.length);
  };

  const answered = async () => {
    lastAnswer = Date.now();
    if (!down) return;
    down = false;
    log("the Bitcoin network can be read again");
    await staggerOverdueChecks(db, intervals, new Date());
  };

  // An outage is logged once, any other error each time; the watcher goes on.
  const failed = (error: unknown) => {
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
    answered,
    failed,
  });

  // Otherwise every due address would wait until the clock has caught up.
  const afterSetBack = async (now: number) => {
    log("the clock was set back: what is expected is asked about at once");
    tipDueAt = 0;
    lastAnswer = Math.min(lastAnswer, now);
    poller.wake();
    await undoWrongClock(db, new Date(now));
  };

  const sweep = async () => {
    sweepDueAt = Date.now() + SWEEP_TICK_MS;
    // A source with a wallet of its own reports activity on every address.
    if (source.news || !hasSpareRequests(source.hosts())) return;
    await sweepRetired(db, new Date());
  };

  let lastRound = Date.now();
  const round = async (stopping: AbortSignal) => {
    const now = Date.now();
    if (now < lastRound - SET_BACK_MS) await afterSetBack(now);
    lastRound = now;
    if (Date.now() >= tipDueAt) await hearTip(stopping).catch(failed);
    if (Date.now() >= sweepDueAt) await sweep().catch(failed);
    await poller.tick().catch(failed);
    // Aligned to the tick, however long it took, so that each second has the same number of ticks.
    return POLL_TICK_MS - (Date.now() % POLL_TICK_MS);
  };
  const loop = startLoop(round, { pauseMs: POLL_TICK_MS, failed });

  return {
    chainUp: () => Date.now() - lastAnswer < downAfterMs,
    lastAnswer: () => new Date(lastAnswer),
    chainHosts: () => source.hosts(),
    stop: async () => {
      await loop.stop();
      await poller.end().catch(failed);
    },
  };
}
