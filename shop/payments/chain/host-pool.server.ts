import { backoffMs, NO_JITTER } from "#lib/backoff.ts";
import { MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { isDatabaseError } from "#db/errors.ts";
import { OutsideError } from "#lib/outside-error.ts";
import { ChainUnavailable, type HostStatus } from "./chain.ts";
import { RequestBudget } from "./request-budget.ts";

/** A failed request to a host. `retryInMs` is the backoff that the host requested, if any. */
export class HostError extends OutsideError {
  readonly retryInMs: number | null;
  /** True when the host refused the request because there were too many. */
  readonly limited: boolean;
  constructor(message: string, { retryInMs = null, limited = false }: HostErrorDetails = {}) {
    super(message);
    this.retryInMs = retryInMs;
    this.limited = limited;
  }
}
interface HostErrorDetails {
  retryInMs?: number | null;
  limited?: boolean;
}

/** A host of the pool. */
export interface PooledHost {
  name: string;
  /** Counts the requests that the host sends. */
  budget: RequestBudget;
  /** The height of the newest block that it offered; 0 before the first one. */
  tipHeight: number;
}

interface Member<Host> {
  host: Host;
  /** Failures in a row. */
  failures: number;
  /** When its backoff ends, in milliseconds since 1970. */
  retryAt: number;
  problem: { text: string; limited: boolean } | null;
  lastResponseAt: Date | null;
}

/** The longest backoff of a host. */
export const MAX_BACKOFF_MS = 5 * MINUTE_MS;
/** A host this many blocks behind another one is reported. */
const USUAL_LAG_BLOCKS = 2;
/** Subjects whose turn is remembered. */
const MAX_SUBJECTS = 10_000;

/**
 * Distributes requests over several hosts of the same API (round robin), so that no host is for long the only one
 * that reports a payment. A host that failed is backed off from.
 */
export class HostPool<Host extends PooledHost> {
  readonly #members: Member<Host>[];
  readonly #turns = new Map<string, number>();

  constructor(hosts: readonly Host[]) {
    this.#members = hosts.map((host) => {
      return { host, failures: 0, retryAt: 0, problem: null, lastResponseAt: null };
    });
  }

  /** Returns the response of one host: hosts take turns for each subject, and on failure the next one is requested. */
  async one<T>(subject: string, request: (host: Host) => Promise<T>): Promise<T> {
    const awake = this.#awake();
    const turn = this.#takeTurn(subject);
    const problems: string[] = [];
    for (let i = 0; i < awake.length; i += 1) {
      const member = awake[(turn + i) % awake.length];
      const response = member && (await this.#send(member, request, problems));
      if (response) return response.value;
    }
    throw this.#unavailable(problems);
  }

  /** Returns the responses of all hosts that are not backed off from, in their order; null for one that failed. */
  async all<T>(request: (host: Host) => Promise<T>): Promise<(T | null)[]> {
    const problems: string[] = [];
    const responses = await Promise.all(
      this.#members.map(async (member) =>
        this.#isAwake(member) ? this.#send(member, request, problems) : null,
      ),
    );
    if (responses.every((response) => response === null)) throw this.#unavailable(problems);
    return responses.map((response) => response?.value ?? null);
  }

  status(): HostStatus[] {
    const now = Date.now();
    const highest = Math.max(...this.#members.map(({ host }) => host.tipHeight));
    return this.#members.map(({ host, retryAt, problem, lastResponseAt }) => {
      const { budget, name, tipHeight } = host;
      const waiting = retryAt > now && problem !== null;
      const spent = budget.waitMs(now) > 0;
      const behind = tipHeight > 0 && tipHeight < highest - USUAL_LAG_BLOCKS;
      const limited = (waiting && problem.limited) || spent;
      return {
        name,
        state: limited ? "limited" : waiting ? "down" : behind ? "behind" : "answering",
        problem: waiting ? problem.text : spent ? "its requests per hour are used up" : null,
        requestsLastHour: budget.lastHour(now),
        requestsPerHour: budget.perHour,
        lastResponseAt,
      };
    });
  }

  #takeTurn(subject: string): number {
    const turn = (this.#turns.get(subject) ?? Math.floor(Math.random() * this.#members.length)) + 1;
    // Deleted first, so that the map stays in the order of use.
    this.#turns.delete(subject);
    this.#turns.set(subject, turn);
    const [oldest] = this.#turns.keys();
    if (this.#turns.size > MAX_SUBJECTS && oldest !== undefined) this.#turns.delete(oldest);
    return turn;
  }

  #isAwake(member: Member<Host>): boolean {
    return this.#waitMs(member) <= 0;
  }

  #waitMs({ host, retryAt }: Member<Host>): number {
    const now = Date.now();
    return Math.max(retryAt - now, host.budget.waitMs(now));
  }

  #awake() {
    const awake = this.#members.filter((member) => this.#isAwake(member));
    if (awake.length > 0) return awake;
    // When all failed, the one whose backoff ends first is tried, unless its budget is used up.
    const soonest = this.#members
      .filter(({ host }) => host.budget.waitMs(Date.now()) <= 0)
      .toSorted((a, b) => a.retryAt - b.retryAt);
    return soonest.slice(0, 1);
  }

  async #send<T>(
    member: Member<Host>,
    request: (host: Host) => Promise<T>,
    problems: string[],
  ): Promise<{ value: T } | null> {
    try {
      const value = await request(member.host);
      Object.assign(member, {
        failures: 0,
        retryAt: 0,
        problem: null,
        lastResponseAt: new Date(),
      });
      return { value };
    } catch (error) {
      // What a request reads of the database says nothing of the host.
      if (!(error instanceof HostError) && isDatabaseError(error)) throw error;
      const text = error instanceof Error ? error.message : String(error);
      // Requests that fail together count as one failure.
      if (member.retryAt <= Date.now()) member.failures += 1;
      const wanted = error instanceof HostError ? error.retryInMs : null;
      const backoff = backoffMs(
        member.failures,
        { firstMs: SECOND_MS, longestMs: MAX_BACKOFF_MS },
        NO_JITTER,
      );
      member.retryAt = Date.now() + (wanted ?? backoff);
      member.problem = { text, limited: error instanceof HostError && error.limited };
      problems.push(`${member.host.name}: ${text}`);
      return null;
    }
  }

  #unavailable(problems: string[]): ChainUnavailable {
    const wait = Math.min(...this.#members.map((member) => this.#waitMs(member)));
    const detail = problems.join("; ") || "every host is backed off from";
    return new ChainUnavailable(detail, Math.max(0, wait));
  }
}
