import type { Db } from "#db/client.server.ts";
import { type AddressHistory, ChainUnavailable, type ChainSource } from "../chain/chain.ts";
import { linkSuccessor, recordOutputs } from "../outputs.server.ts";
import type { PaymentPolicy } from "../model/payment.ts";
import { Ration } from "./rate-limiter.ts";
import {
  claimDueAddresses,
  type DueAddress,
  questionsAhead,
  releaseAddresses,
  scheduleNextChecks,
} from "./schedule.server.ts";
import { Throughput } from "./adaptive-concurrency.ts";
import type { WatchPace } from "./watch.ts";

/** The time between two calls of `goOn`, each of which asks its share of what is due. */
export const BEAT_MS = 250;
/** So many beats are a round, claimed and written down together: fewer statements, with more addresses each. */
const BEATS = 2;
const ROUND_SECONDS = (BEATS * BEAT_MS) / 1000;

/** Asks about addresses in the background, many at a time. */
export interface Asking {
  /** Writes down what was answered, and asks about more of what is due, each at its beat. */
  goOn: () => Promise<void>;
  /** The source has answered elsewhere: it need not be left alone any longer. */
  wake: () => void;
  /** So many addresses were made due: they wait for no place in the pace. */
  atOnce: (addresses: number) => void;
  /** Waits for what is under way. */
  end: () => Promise<void>;
}

/** Asks nobody by itself: `goOn` does, as often as it is called. */
export function startAsking(
  db: Db,
  options: {
    source: ChainSource;
    policy: PaymentPolicy;
    pace: WatchPace;
    rateCents: () => number | null;
    /** Called with every answer of the source, and with everything that goes wrong. */
    answered: () => Promise<void>;
    failed: (error: unknown) => void;
  },
): Asking {
  const { source, policy, pace, rateCents, answered, failed } = options;
  const throughput = new Throughput();
  const ration = new Ration();
  let expectedAt = -Infinity;
  const underWay = new Set<Promise<void>>();
  let beat = 0;
  /** Claimed, and to be asked about in the beats of this round, or as soon as the source bears it. */
  let waiting: DueAddress[] = [];
  let checked: string[] = [];
  let unanswered: string[] = [];
  let restUntil = 0;

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
      throughput.answered();
      restUntil = 0;
      await answered();
      return history;
    } catch (error) {
      unanswered.push(address);
      throughput.failed();
      if (error instanceof ChainUnavailable) restUntil = Date.now() + error.restMs;
      failed(error);
      return null;
    }
  };

  // It was asked up to a round ago: an open page is looked after at its pace all the same.
  const fromTheRound = { ...pace, watchedSeconds: pace.watchedSeconds - ROUND_SECONDS };
  const writeDown = async () => {
    const [done, back] = [checked, unanswered];
    checked = [];
    unanswered = [];
    await scheduleNextChecks(db, done, fromTheRound, new Date());
    await releaseAddresses(db, back, new Date());
  };

  const expectMore = async (now: number) => {
    if (Math.abs(now - expectedAt) < pace.watchedSeconds * 1000) return;
    ration.expect(await questionsAhead(db, pace, new Date(now)), pace.openSeconds);
    expectedAt = now;
  };

  const claimMore = async (now: number) => {
    // A quick source answers a part of them before the others' beat.
    const room = 2 * throughput.limit - underWay.size - waiting.length;
    const limit = Math.min(room, ration.allowed(now));
    if (limit <= 0) return;
    const claimed = await claimDueAddresses(db, limit, new Date(now));
    ration.took(claimed.length, limit, now);
    waiting.push(...claimed.toSorted((a, b) => Number(b.watched) - Number(a.watched)));
  };

  const startRound = async () => {
    await writeDown();
    const now = Date.now();
    if (now < restUntil) return;
    await expectMore(now);
    await claimMore(now);
  };

  const giveBack = () => {
    unanswered.push(...waiting.map(({ address }) => address));
    waiting = [];
  };

  const askMore = () => {
    const share = Math.ceil(waiting.length / (BEATS - beat));
    const free = Math.max(0, throughput.limit - underWay.size);
    for (const due of waiting.splice(0, Math.min(share, free))) {
      const running: Promise<void> = check(due)
        .catch(failed)
        .finally(() => underWay.delete(running));
      underWay.add(running);
    }
  };

  return {
    async goOn() {
      try {
        if (beat === 0) await startRound();
        if (Date.now() < restUntil) giveBack();
        askMore();
      } finally {
        beat = (beat + 1) % BEATS;
      }
    },
    wake: () => {
      restUntil = 0;
    },
    atOnce: (addresses) => ration.addAtOnce(addresses),
    async end() {
      giveBack();
      await Promise.all(underWay);
      await writeDown();
    },
  };
}
