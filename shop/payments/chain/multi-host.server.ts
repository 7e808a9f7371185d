import { agreedHistory, agreedTip, tipsAgree } from "./agreement.ts";
import { type AddressHistory, type BlockRef, ChainUnavailable, type ChainSource } from "./chain.ts";
import { MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { backoffMs, NO_JITTER } from "#lib/backoff.ts";

/** One host of several. What it throws counts as its failure and is reported with its name. */
export interface Host {
  name: string;
  tip(): Promise<BlockRef>;
  historyOf(address: string): Promise<AddressHistory>;
  successorOf(gone: { txid: string; spends: readonly string[] }): Promise<string | null>;
}

/** A failed request to a host; `retryInMs` is the backoff that the host requested, if any. */
export class HostError extends Error {
  readonly retryInMs: number | null;
  constructor(message: string, retryInMs: number | null = null) {
    super(message);
    this.retryInMs = retryInMs;
  }
}

/** The longest backoff of a host. */
export const MAX_BACKOFF_MS = 5 * MINUTE_MS;
/** Hosts that have to agree, where there are as many. */
const WITNESSES = 2;
/** Hosts see a payment or a block at different moments: only a longer difference is a disagreement. */
const PATIENCE_MS = 3 * MINUTE_MS;
/** A disagreement about an address that is no longer polled is forgotten after this. */
const FORGET_MS = 20 * MINUTE_MS;

/**
 * Combines several hosts into one source. Two are queried at a time, in their order, and the others where these two
 * differ; a failed host is backed off from. While only one responds, its data is used.
 */
export function multiHostSource(hosts: readonly Host[]): ChainSource {
  const states = hosts.map((host) => ({ host, retryAt: 0, failures: 0 }));
  const disputes = new Map<string, { since: number; last: number }>();
  type State = (typeof states)[number];
  type Round = { queue: State[]; problems: string[] };

  function startBatch(): Round {
    const awake = states.filter(({ retryAt }) => retryAt <= Date.now());
    // When all are backed off from, the one that is due first is tried.
    const queue =
      awake.length > 0 ? awake : states.toSorted((a, b) => a.retryAt - b.retryAt).slice(0, 1);
    return { queue, problems: [] };
  }

  /** Queries as many hosts of the queue as wanted, with others in place of those that fail. */
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
    // Requests that fail together count as one failure.
    if (state.retryAt <= Date.now()) state.failures += 1;
    const asked = error instanceof HostError ? error.retryInMs : null;
    const backoff = backoffMs(
      state.failures,
      { firstMs: SECOND_MS, longestMs: MAX_BACKOFF_MS },
      NO_JITTER,
    );
    state.retryAt = Date.now() + (asked ?? backoff);
    problems.push(`${state.host.name}: ${error instanceof Error ? error.message : String(error)}`);
  }

  function unavailable({ problems }: Round): ChainUnavailable {
    const firstAwake = Math.min(...states.map(({ retryAt }) => retryAt));
    return new ChainUnavailable(problems.join("; "), Math.max(0, firstAwake - Date.now()));
  }

  /** Returns the responses of two hosts, and of all hosts if these two differ. */
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

    // The successor is informational, so the first response will do.
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
