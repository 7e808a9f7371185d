import type { Db } from "#db/client.server.ts";
import { type AddressHistory, ChainUnavailable, type ChainSource } from "../chain/chain.ts";
import { linkSuccessor, recordOutputs } from "../outputs.server.ts";
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

/** The time between two calls of `tick`, each of which asks its share of what is due. */
export const POLL_TICK_MS = 250;
/** So many beats are a round, claimed and written down together: fewer statements, with more addresses each. */
const BEATS = 2;
const BATCH_SECONDS = (BEATS * POLL_TICK_MS) / 1000;

/** Asks about addresses in the background, many at a time. */
export interface AddressPoller {
  /** Writes down what was answered, and asks about more of what is due, each at its beat. */
  tick: () => Promise<void>;
  /** The source has answered elsewhere: it need not be left alone any longer. */
  wake: () => void;
  /** So many addresses were made due: they wait for no place in the intervals. */
  atOnce: (addresses: number) => void;
  /** Waits for what is under way. */
  end: () => Promise<void>;
}

/** Asks nobody by itself: `tick` does, as often as it is called. */
export function createAddressPoller(
  db: Db,
  options: {
    source: ChainSource;
    policy: PaymentPolicy;
    intervals: PollIntervals;
    rateCents: () => number | null;
    /** Called with every answer of the source, and with everything that goes wrong. */
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
  /** Claimed, and to be asked about in the beats of this round, or as soon as the source bears it. */
  let waiting: DueAddress[] = [];
  let checked: string[] = [];
  let unanswered: string[] = [];
  let retryAt = 0;

  const check = async ({ address, hadMoney }: DueAddress) => {
    const history = await ask(address);
    if (!history) return;
    // Most addresses have not been paid, most of the time: of those there is nothing to write down.
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

  /** What the source says; null when it does not, and the address waits for another time. */
  const ask = async (address: string): Promise<AddressHistory | null> => {
    try {
      const history = await source.historyOf(address);
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

  // It was asked up to a round ago: an open page is looked after at its intervals all the same.
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
    // A quick source answers a part of them before the others' beat.
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
