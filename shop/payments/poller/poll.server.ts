import type { Db } from "#db/client.server.ts";
import {
  type AddressHistory,
  ChainUnavailable,
  type ChainSource,
  type HistoryQuery,
} from "../chain/chain.ts";
import { readHistoryQuery, recordOutputs, storeSuccessor } from "../outputs.server.ts";
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
/** Ticks per batch. Addresses are claimed and stored once per batch, for fewer statements with more addresses each. */
const TICKS_PER_BATCH = 2;
const BATCH_SECONDS = (TICKS_PER_BATCH * POLL_TICK_MS) / 1000;

/** Polls addresses in the background, many concurrently. */
export interface AddressPoller {
  /** Stores the results of the last batch and polls further due addresses. */
  tick: () => Promise<void>;
  /** Ends the backoff: the source has responded to another request. */
  endBackoff: () => void;
  /** Allows this many addresses on top of the rate. */
  allowExtra: (addresses: number) => void;
  /** Waits for the running requests and stores their results. */
  end: () => Promise<void>;
}

/** Creates an address poller. Passive: it polls only when `tick()` is called. */
export function createAddressPoller(
  db: Db,
  options: {
    source: ChainSource;
    policy: PaymentPolicy;
    intervals: PollIntervals;
    rateCents: () => number | null;
    /** Called after every response of the source. */
    onResponse: () => Promise<void>;
    /** Called with every error. */
    onError: (error: unknown) => void;
  },
): AddressPoller {
  const { source, policy, intervals, rateCents, onResponse, onError } = options;
  const concurrency = new AdaptiveConcurrency();
  const rateLimiter = new RateLimiter();
  let expectedAt = -Infinity;
  const running = new Set<Promise<void>>();
  /** Number of the tick in its batch, from 0. */
  let tickOfBatch = 0;
  /** Claimed addresses that wait for a tick of this batch or for free concurrency. */
  let waiting: DueAddress[] = [];
  let checked: string[] = [];
  let failed: string[] = [];
  let retryAt = 0;

  const check = async ({ address, hadMoney }: DueAddress) => {
    const query = hadMoney ? await readHistoryQuery(db, address) : undefined;
    const history = await fetchHistory(address, query);
    if (!history) return;
    // Most addresses have no outputs, so that there is nothing to store.
    if (!hadMoney && history.outputs.length === 0) {
      checked.push(address);
      return;
    }
    const input = { address, ...history, policy, rateCents: rateCents(), now: new Date() };
    const gone = await recordOutputs(db, input);
    checked.push(address);
    for (const output of gone) {
      const successor = await source.successorOf?.(output);
      if (successor) await storeSuccessor(db, output, successor);
    }
  };

  /** Fetches the history of an address; on failure returns null, and the address is released. */
  const fetchHistory = async (
    address: string,
    query: HistoryQuery | undefined,
  ): Promise<AddressHistory | null> => {
    try {
      const history = await source.historyOf(address, query);
      concurrency.recordResponse();
      retryAt = 0;
      await onResponse();
      return history;
    } catch (error) {
      failed.push(address);
      concurrency.recordFailure();
      if (error instanceof ChainUnavailable) retryAt = Date.now() + error.retryInMs;
      onError(error);
      return null;
    }
  };

  // Results are stored up to one batch late: without this, an open page would be polled too rarely.
  const delayedIntervals = {
    ...intervals,
    watchedSeconds: intervals.watchedSeconds - BATCH_SECONDS,
  };
  const flushResults = async () => {
    const [toSchedule, toRelease] = [checked, failed];
    checked = [];
    failed = [];
    await scheduleNextChecks(db, toSchedule, delayedIntervals, new Date());
    await releaseAddresses(db, toRelease, new Date());
  };

  const updateExpectedRate = async (now: number) => {
    if (Math.abs(now - expectedAt) < intervals.watchedSeconds * 1000) return;
    rateLimiter.setExpectedRate(
      await countExpectedRequests(db, intervals, new Date(now)),
      intervals.openSeconds,
    );
    expectedAt = now;
  };

  const claimAddresses = async (now: number) => {
    // Twice the limit, because a fast source responds to some requests before the next tick.
    const room = 2 * concurrency.limit - running.size - waiting.length;
    const limit = Math.min(room, rateLimiter.allowed(now));
    if (limit <= 0) return;
    const claimed = await claimDueAddresses(db, limit, new Date(now));
    rateLimiter.recordClaimed(claimed.length, limit, now);
    waiting.push(...claimed.toSorted((a, b) => Number(b.watched) - Number(a.watched)));
  };

  const startBatch = async () => {
    await flushResults();
    const now = Date.now();
    if (now < retryAt) return;
    await updateExpectedRate(now);
    await claimAddresses(now);
  };

  const releaseWaiting = () => {
    failed.push(...waiting.map(({ address }) => address));
    waiting = [];
  };

  const startChecks = () => {
    const share = Math.ceil(waiting.length / (TICKS_PER_BATCH - tickOfBatch));
    const free = Math.max(0, concurrency.limit - running.size);
    for (const due of waiting.splice(0, Math.min(share, free))) {
      const checking: Promise<void> = check(due)
        .catch(onError)
        .finally(() => running.delete(checking));
      running.add(checking);
    }
  };

  return {
    async tick() {
      try {
        if (tickOfBatch === 0) await startBatch();
        if (Date.now() < retryAt) releaseWaiting();
        startChecks();
      } finally {
        tickOfBatch = (tickOfBatch + 1) % TICKS_PER_BATCH;
      }
    },
    endBackoff: () => {
      retryAt = 0;
    },
    allowExtra: (addresses) => rateLimiter.allowExtra(addresses),
    async end() {
      releaseWaiting();
      await Promise.all(running);
      await flushResults();
    },
  };
}
