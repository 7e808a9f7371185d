import { agreedHistory, agreedTip, tipsAgree } from "./agreement.ts";
import { type AddressHistory, type BlockRef, ChainUnavailable, type ChainSource } from "./chain.ts";
import { MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { backoffMs } from "#lib/backoff.ts";

/** One host of several. What it throws counts as its failure, and is told with its name. */
export interface Host {
  name: string;
  tip(): Promise<BlockRef>;
  historyOf(address: string): Promise<AddressHistory>;
  successorOf(gone: { txid: string; spends: readonly string[] }): Promise<string | null>;
}

/** A host that failed; `retryInMs` when it says for how long it wants to be left alone. */
export class HostError extends Error {
  readonly retryInMs: number | null;
  constructor(message: string, retryInMs: number | null = null) {
    super(message);
    this.retryInMs = retryInMs;
  }
}

/** No host is left alone for longer than this. */
export const MAX_BACKOFF_MS = 5 * MINUTE_MS;
/** As many have to say the same where there are as many. */
const WITNESSES = 2;
/** Hosts hear of a payment or a block at different moments: only what lasts longer is a disagreement. */
const PATIENCE_MS = 3 * MINUTE_MS;
/** A disagreement about something that is not asked about any more is forgotten. */
const FORGET_MS = 20 * MINUTE_MS;

/**
 * Several hosts as one source. Two of them are asked at a time, in their order, and the others where these two
 * differ; one that fails rests for a while. While only one answers, it is believed.
 */
export function multiHostSource(hosts: readonly Host[]): ChainSource {
  const states = hosts.map((host) => ({ host, retryAt: 0, failures: 0 }));
  const disputes = new Map<string, { since: number; last: number }>();
  type State = (typeof states)[number];
  type Round = { queue: State[]; problems: string[] };

  function startBatch(): Round {
    const awake = states.filter(({ retryAt }) => retryAt <= Date.now());
    // With all of them resting, the one that rests the shortest is better than none.
    const queue =
      awake.length > 0 ? awake : states.toSorted((a, b) => a.retryAt - b.retryAt).slice(0, 1);
    return { queue, problems: [] };
  }

  /** Asks as many hosts of the queue as are wanted, and others in place of those that fail. */
  async function hear<T>(
    { queue, problems }: Round,
    wanted: number,
    question: (host: Host) => Promise<T>,
  ): Promise<T[]> {
    const heard: T[] = [];
    while (heard.length < wanted && queue.length > 0) {
      const asked = queue.splice(0, wanted - heard.length);
      const answers = await Promise.allSettled(asked.map(({ host }) => question(host)));
      for (const [at, answer] of answers.entries()) {
        const state = asked[at];
        if (answer.status === "fulfilled") heard.push(answer.value);
        if (state) note(state, answer, problems);
      }
    }
    return heard;
  }

  function note(state: State, answer: PromiseSettledResult<unknown>, problems: string[]): void {
    if (answer.status === "fulfilled") {
      Object.assign(state, { failures: 0, retryAt: 0 });
      return;
    }
    const error: unknown = answer.reason;
    // Questions that fail together are one failure.
    if (state.retryAt <= Date.now()) state.failures += 1;
    const asked = error instanceof HostError ? error.retryInMs : null;
    const backoff = backoffMs(state.failures, { firstMs: SECOND_MS, longestMs: MAX_BACKOFF_MS });
    state.retryAt = Date.now() + (asked ?? backoff);
    problems.push(`${state.host.name}: ${error instanceof Error ? error.message : String(error)}`);
  }

  function unavailable({ problems }: Round): ChainUnavailable {
    const firstAwake = Math.min(...states.map(({ retryAt }) => retryAt));
    return new ChainUnavailable(problems.join("; "), Math.max(0, firstAwake - Date.now()));
  }

  /** What two hosts say, and all of them if these two differ. */
  async function consult<T>(
    subject: string,
    question: (host: Host) => Promise<T>,
    agree: (answers: T[]) => boolean,
  ): Promise<T[]> {
    const round = startBatch();
    const answers = await hear(round, WITNESSES, question);
    if (answers.length === 0) throw unavailable(round);
    if (!agree(answers)) answers.push(...(await hear(round, hosts.length, question)));
    noteDispute(subject, agree(answers));
    return answers;
  }

  function noteDispute(subject: string, agreed: boolean): void {
    const now = Date.now();
    if (agreed) disputes.delete(subject);
    else disputes.set(subject, { since: disputes.get(subject)?.since ?? now, last: now });
  }

  return {
    async tip() {
      const tip = agreedTip(await consult("tip", (host) => host.tip(), tipsAgree));
      if (!tip) throw new ChainUnavailable("no host told of a block");
      return tip;
    },

    async historyOf(address) {
      const agree = (histories: AddressHistory[]) => agreedHistory(histories).agreed;
      const { outputs, complete } = agreedHistory(
        await consult(address, (host) => host.historyOf(address), agree),
      );
      return { outputs, complete };
    },

    // It decides nothing, so that the first who answers will do.
    async successorOf(gone) {
      const round = startBatch();
      const [successor] = await hear(round, 1, (host) => host.successorOf(gone));
      if (successor === undefined) throw unavailable(round);
      return successor;
    },

    agrees(now) {
      for (const [subject, { last }] of disputes)
        if (now.getTime() - last > FORGET_MS) disputes.delete(subject);
      return [...disputes.values()].every(({ since, last }) => last - since < PATIENCE_MS);
    },
  };
}
