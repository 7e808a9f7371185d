import type { Db } from "#db/client.server.ts";
import {
  type AddressHistory,
  ChainUnavailable,
  type ChainSource,
  type HistoryQuery,
} from "../chain/chain.ts";
import { historyQuery, linkSuccessor, recordOutputs } from "../outputs.server.ts";
import type { PaymentPolicy } from "../model/payment.ts";
import { RateLimiter } from "./rate-limiter.ts";
import {
  claimDueAddresses,
  type DueAddress,
  countExpectedRequests,
  releaseAddresses,
  scheduleNextChecks,
} from "./schedule.server.ts";
import { AdaptiveConcurrency } from "./adaptive-concurrency.ts";
import type { PollIntervals } from "./poll-intervals.ts";

/** Time between two calls of `tick`, each of which sends its share of the due requests. */
export const POLL_TICK_MS = 250;
/** Ticks per batch. Addresses are claimed and stored batch-wise: fewer statements, with more addresses each. */
const BEATS = 2;
const BATCH_SECONDS = (BEATS * POLL_TICK_MS) / 1000;

/** Polls addresses in the background, many concurrently. */
export interface AddressPoller {
  /** Stores the results of the last batch and polls further due addresses. */
  tick: () => Promise<void>;
  /** Ends the backoff, since the source has responded elsewhere. */
  wake: () => void;
  /** Lets this many addresses pass the rate limiter at once. */
  atOnce: (addresses: number) => void;
  /** Waits for the running requests. */
  end: () => Promise<void>;
}

/** Passive: polls only when `tick()` is called. */
export function createAddressPoller(
  db: Db,
  options: {
    source: ChainSource;
    policy: PaymentPolicy;
    intervals: PollIntervals;
    rateCents: () => number | null;
    /** Called after every response of the source, and with every error. */
    answered: () => Promise<void>;
    failed: (error: unknown) => void;
  },
): AddressPoller {
  const { source, policy, intervals, rateCents, answered, failed } = options;
  const concurrency = new AdaptiveConcurrency();
  const rateLimiter = new RateLimiter();
  let expectedAt = -Infinity;
  const underWay = new Set<Promise<void>>();
  let beat = 0;
  /** Claimed addresses that wait for a tick of this batch or for free concurrency. */
  let waiting: DueAddress[] = [];
  let checked: string[] = [];
  let unanswered: string[] = [];
  let retryAt = 0;

  const check = async ({ address, hadMoney }: DueAddress) => {
    const query = hadMoney ? await historyQuery(db, address) : undefined;
    const history = await fetchHistory(address, query);
    if (!history) return;
    // Most addresses have no money: nothing to store.
    if (!hadMoney && history.outputs.length === 0) {
      checked.push(address);
      return;
    }
    const input = { address, ...history, policy, rateCents: rateCents(), now: new Date() };
    const gone = await recordOutputs(db, input);
    checked.push(address);
    for (const output of gone) {
      const successor = await source.successorOf?.(output);
      if (successor) await linkSuccessor(db, output, successor);
    }
  };

  /** Fetches the history of an address; null on failure, when the address is released. */
  const fetchHistory = async (
    address: string,
    query: HistoryQuery | undefined,
  ): Promise<AddressHistory | null> => {
    try {
      const history = await source.historyOf(address, query);
      concurrency.answered();
      retryAt = 0;
      await answered();
      return history;
    } catch (error) {
      unanswered.push(address);
      concurrency.failed();
      if (error instanceof ChainUnavailable) retryAt = Date.now() + error.retryInMs;
      failed(error);
      return null;
    }
  };

  // Results are stored up to one batch late: without this, an open page would be polled too rarely.
  const delayedIntervals = {
    ...intervals,
    watchedSeconds: intervals.watchedSeconds - BATCH_SECONDS,
  };
  const flushResults = async () => {
    const [done, back] = [checked, unanswered];
    checked = [];
    unanswered = [];
    await scheduleNextChecks(db, done, delayedIntervals, new Date());
    await releaseAddresses(db, back, new Date());
  };

  const expectMore = async (now: number) => {
    if (Math.abs(now - expectedAt) < intervals.watchedSeconds * 1000) return;
    rateLimiter.expect(
      await countExpectedRequests(db, intervals, new Date(now)),
      intervals.openSeconds,
    );
    expectedAt = now;
  };

  const claimMore = async (now: number) => {
    // A fast source responds to some of them before the next tick.
    const room = 2 * concurrency.limit - underWay.size - waiting.length;
    const limit = Math.min(room, rateLimiter.allowed(now));
    if (limit <= 0) return;
    const claimed = await claimDueAddresses(db, limit, new Date(now));
    rateLimiter.took(claimed.length, limit, now);
    waiting.push(...claimed.toSorted((a, b) => Number(b.watched) - Number(a.watched)));
  };

  const startBatch = async () => {
    await flushResults();
    const now = Date.now();
    if (now < retryAt) return;
    await expectMore(now);
    await claimMore(now);
  };

  const releaseWaiting = () => {
    unanswered.push(...waiting.map(({ address }) => address));
    waiting = [];
  };

  const askMore = () => {
    const share = Math.ceil(waiting.length / (BEATS - beat));
    const free = Math.max(0, concurrency.limit - underWay.size);
    for (const due of waiting.splice(0, Math.min(share, free))) {
      const running: Promise<void> = check(due)
        .catch(failed)
        .finally(() => underWay.delete(running));
      underWay.add(running);
    }
  };

  return {
    async tick() {
      try {
        if (beat === 0) await startBatch();
        if (Date.now() < retryAt) releaseWaiting();
        askMore();
      } finally {
        beat = (beat + 1) % BEATS;
      }
    },
    wake: () => {
      retryAt = 0;
    },
    atOnce: (addresses) => rateLimiter.addImmediate(addresses),
    async end() {
      releaseWaiting();
      await Promise.all(underWay);
      await flushResults();
    },
  };
}
