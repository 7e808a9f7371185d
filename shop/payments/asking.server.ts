import type { Db } from "#db/client.server.ts";
import { type AddressHistory, ChainUnavailable, type ChainSource } from "./chain.ts";
import { linkSuccessor, recordOutputs } from "./outputs.server.ts";
import type { PaymentPolicy } from "./payment.ts";
import { Ration } from "./ration.ts";
import {
  claimDueAddresses,
  type DueAddress,
  questionsAhead,
  releaseAddresses,
  scheduleNextChecks,
} from "./schedule.server.ts";
import { Throughput } from "./throughput.ts";
import type { WatchPace } from "./watching.ts";

/** Asks about addresses in the background, many at a time. */
export interface Asking {
  /** Writes down what was answered, and asks about more of what is due. */
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

  const writeDown = async () => {
    const [done, back] = [checked, unanswered];
    checked = [];
    unanswered = [];
    await scheduleNextChecks(db, done, pace, new Date());
    await releaseAddresses(db, back, new Date());
  };

  const expectMore = async (now: number) => {
    if (Math.abs(now - expectedAt) < pace.watchedSeconds * 1000) return;
    ration.expect(await questionsAhead(db, pace, new Date(now)), pace.openSeconds);
    expectedAt = now;
  };

  const claim = async (now: number) => {
    const limit = Math.min(throughput.limit - underWay.size, ration.allowed(now));
    if (limit <= 0) return [];
    const claimed = await claimDueAddresses(db, limit, new Date(now));
    ration.took(claimed.length, limit, now);
    return claimed;
  };

  return {
    async goOn() {
      await writeDown();
      const now = Date.now();
      if (now < restUntil) return;
      await expectMore(now);
      for (const due of await claim(now)) {
        const running: Promise<void> = check(due)
          .catch(failed)
          .finally(() => underWay.delete(running));
        underWay.add(running);
      }
    },
    wake: () => {
      restUntil = 0;
    },
    atOnce: (addresses) => ration.addAtOnce(addresses),
    async end() {
      await Promise.all(underWay);
      await writeDown();
    },
  };
}
