import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { ChainUnavailable, type AddressHistory, type ChainSource } from "./chain.ts";
import type { PaymentPolicy } from "./payment.ts";
import { linkSuccessor, recordOutputs } from "./outputs.server.ts";
import { reassessUnburied, recordTip } from "./payments.server.ts";
import type { WatchPace } from "./watching.ts";
import {
  checkAllRecent,
  checkUnburied,
  claimDueAddresses,
  newsCursor,
  noteNews,
  releaseAddress,
  scheduleNextCheck,
} from "./watching.server.ts";

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

const TICK_MS = 250;
const AT_A_TIME = 8;
const CONSIDERED_DOWN_MS = 20_000;

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
  const stopping = new AbortController();
  let lastAnswer = Date.now();
  let tipDueAt = 0;
  let down = false;
  const downAfterMs = CONSIDERED_DOWN_MS + 3 * pace.watchedSeconds * 1000;
  await checkAllRecent(db, new Date());
  // A block may have been stored by a server that died before it drew the conclusions.
  await reassessUnburied(db, policy, new Date());

  const tick = async () => {
    if (Date.now() >= tipDueAt) {
      tipDueAt = Date.now() + pace.watchedSeconds * 1000;
      const changed = await recordTip(db, await source.tip(), new Date());
      answered();
      if (changed) {
        await checkUnburied(db, new Date());
        await reassessUnburied(db, policy, new Date(), stopping.signal);
      }
      if (source.news) await noteNews(db, await source.news(await newsCursor(db)), new Date());
    }
    const due = await claimDueAddresses(db, AT_A_TIME, new Date());
    // All of them, also after one has failed: who stops the watch closes the database next.
    const checks = await Promise.allSettled(due.map((address) => check(address)));
    const failed = checks.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
  };

  const check = async (address: string) => {
    let history: AddressHistory;
    try {
      history = await source.historyOf(address);
    } catch (error) {
      await releaseAddress(db, address, new Date());
      throw error;
    }
    answered();
    const gone = await recordOutputs(db, {
      address,
      ...history,
      policy,
      rateCents: rateCents(),
      now: new Date(),
    });
    await scheduleNextCheck(db, address, pace, new Date());
    for (const output of gone) {
      const successor = await source.successorOf?.(output);
      if (successor) await linkSuccessor(db, output, successor);
    }
  };

  const answered = () => {
    lastAnswer = Date.now();
    if (down) log("the Bitcoin network can be read again");
    down = false;
  };

  const loop = async () => {
    while (!stopping.signal.aborted) {
      try {
        await tick();
      } catch (error) {
        // An outage is told once; anything else is told each time, and the watch goes on.
        if (!(error instanceof ChainUnavailable)) {
          log("chain watcher", error);
        } else if (!down) {
          down = true;
          log("the Bitcoin network cannot be read", error);
        }
      }
      await delay(TICK_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = loop();

  return {
    chainUp: () => Date.now() - lastAnswer < downAfterMs,
    lastAnswer: () => new Date(lastAnswer),
    chainAgrees: () => source.agrees?.(new Date()) ?? true,
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
