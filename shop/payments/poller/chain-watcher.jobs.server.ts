import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import { BEAT_MS, startAsking } from "./poll.server.ts";
import { ChainUnavailable, type ChainSource } from "../chain/chain.ts";
import type { PaymentPolicy } from "../model/payment.ts";
import { reassessUnburied } from "../payments.server.ts";
import { spreadOverdue, undoWrongClock } from "./schedule.server.ts";
import type { WatchPace } from "./watch.ts";
import { checkUnburied, newsCursor, noteNews, recordTip } from "./watch.server.ts";

export interface ChainWatcher {
  /** False when the chain source has not answered for a while: payments are then seen later. */
  chainUp: () => boolean;
  /** When a chain source last answered; at start, when it began. */
  lastAnswer: () => Date;
  /** False while hosts that are asked alike tell different things. */
  chainAgrees: () => boolean;
  /** Ends after what is under way. */
  stop: () => Promise<void>;
}

const CONSIDERED_DOWN_MS = 20_000;
/** A clock that goes back further than this was set; less is drift that is put right. */
const SET_BACK_MS = 5000;

/** Asks the chain source about the addresses that are due, for ever, and has what it says recorded. */
export async function startChainWatcher(
  db: Db,
  options: {
    source: ChainSource;
    policy: PaymentPolicy;
    pace: WatchPace;
    /** US cents for one BTC at this moment, if a price is known. */
    rateCents: () => number | null;
    log: Log;
  },
): Promise<ChainWatcher> {
  const { source, policy, pace, rateCents, log } = options;
  let lastAnswer = Date.now();
  let tipDueAt = 0;
  let down = false;
  const downAfterMs = CONSIDERED_DOWN_MS + 3 * pace.watchedSeconds * 1000;
  await undoWrongClock(db, new Date());
  await spreadOverdue(db, pace, new Date());
  // A block may have been stored by a server that died before it drew the conclusions.
  await reassessUnburied(db, policy, new Date());

  const hearTip = async (stopping: AbortSignal) => {
    tipDueAt = Date.now() + pace.watchedSeconds * 1000;
    const tip = await source.tip();
    const changed = await recordTip(db, tip, new Date());
    asking.wake();
    await answered();
    if (changed) {
      asking.atOnce(await checkUnburied(db, new Date()));
      await reassessUnburied(db, policy, new Date(), stopping);
    }
    if (!source.news) return;
    const news = await source.news(await newsCursor(db));
    await noteNews(db, news, new Date());
    asking.atOnce(news.addresses.length);
  };

  const answered = async () => {
    lastAnswer = Date.now();
    if (!down) return;
    down = false;
    log("the Bitcoin network can be read again");
    await spreadOverdue(db, pace, new Date());
  };

  // An outage is told once; anything else is told each time, and the watch goes on.
  const failed = (error: unknown) => {
    if (!(error instanceof ChainUnavailable)) {
      log("chain watcher", error);
    } else if (!down) {
      down = true;
      log("the Bitcoin network cannot be read", error);
    }
  };

  const asking = startAsking(db, { source, policy, pace, rateCents, answered, failed });

  // All that was due would wait until it is once more as late as it was.
  const afterSetBack = async (now: number) => {
    log("the clock was set back: what is expected is asked about at once");
    tipDueAt = 0;
    lastAnswer = Math.min(lastAnswer, now);
    asking.wake();
    await undoWrongClock(db, new Date(now));
  };

  let lastRound = Date.now();
  const round = async (stopping: AbortSignal) => {
    const now = Date.now();
    if (now < lastRound - SET_BACK_MS) await afterSetBack(now);
    lastRound = now;
    if (Date.now() >= tipDueAt) await hearTip(stopping).catch(failed);
    await asking.goOn().catch(failed);
    // On the beat, however long it took: so that each second has as many beats.
    return BEAT_MS - (Date.now() % BEAT_MS);
  };
  const loop = startLoop(round, { pauseMs: BEAT_MS, failed });

  return {
    chainUp: () => Date.now() - lastAnswer < downAfterMs,
    lastAnswer: () => new Date(lastAnswer),
    chainAgrees: () => source.agrees?.(new Date()) ?? true,
    stop: async () => {
      await loop.stop();
      await asking.end().catch(failed);
    },
  };
}
