import { clientKey, siteOf } from "./network.ts";
import { err, ok, type Result } from "./result.ts";

/** Runs expensive work for many clients, a few at a time. A client is named by its network address. */
export interface FairQueue {
  /** Runs the work when it is its turn. Returns "busy" without running it when the client, its IPv6 site or all have too much waiting. */
  run: <T>(address: string, work: () => Promise<T>) => Promise<Result<T, "busy">>;
  /** Returns whether `run` would return "busy" now. */
  isFull: (address: string) => boolean;
}

/**
 * Creates a queue that serves the waiting client whose last turn is the longest ago, so that a client with many requests
 * delays another one's first request by no more than what already runs.
 */
export function createFairQueue(limits: {
  /** Work that runs at a time. */
  concurrency: number;
  waitingPerClient: number;
  waitingInAll: number;
}): FairQueue {
  /** The clients with work, waiting or running. */
  const clients = new Map<string, Client>();
  let turns = 0;
  let waitingInAll = 0;
  let running = 0;

  const startNext = () => {
    if (running >= limits.concurrency) return;
    let next: Client | undefined;
    // Of those without a turn so far, the one that came first.
    for (const client of clients.values())
      if (client.waiting.length > 0 && (!next || client.lastTurn < next.lastTurn)) next = client;
    if (!next) return;
    next.lastTurn = turns += 1;
    next.running += 1;
    running += 1;
    waitingInAll -= 1;
    next.waiting.shift()?.();
  };

  /** Counts what waits for all networks of an IPv6 site. */
  const waitingOf = (site: string) => {
    let count = 0;
    for (const client of clients.values()) if (client.site === site) count += client.waiting.length;
    return count;
  };
  const isFull = (address: string) => {
    const site = siteOf(address);
    return (
      (clients.get(clientKey(address))?.waiting.length ?? 0) >= limits.waitingPerClient ||
      waitingInAll >= limits.waitingInAll ||
      (site !== null && waitingOf(site) >= limits.waitingInAll / 2)
    );
  };

  return {
    isFull,
    async run(address, work) {
      if (isFull(address)) return err("busy");
      const name = clientKey(address);
      const site = siteOf(address);
      const client = clients.get(name) ?? { waiting: [], running: 0, lastTurn: 0, site };
      clients.set(name, client);
      const { promise: turn, resolve } = Promise.withResolvers<void>();
      client.waiting.push(resolve);
      waitingInAll += 1;
      startNext();
      await turn;
      try {
        return ok(await work());
      } finally {
        running -= 1;
        client.running -= 1;
        if (client.running === 0 && client.waiting.length === 0) clients.delete(name);
        startNext();
      }
    },
  };
}

interface Client {
  /** Start the work that waits, in the order of arrival. */
  waiting: (() => void)[];
  running: number;
  /** The number of its last turn, 0 without one. */
  lastTurn: number;
  /** Its IPv6 site; null without one. */
  site: string | null;
}
