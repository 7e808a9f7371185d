import { err, ok, type Result } from "./result.ts";

/** Runs expensive work for many clients, a few at a time. */
export interface FairQueue {
  /** Runs the work when it is its turn. Returns "busy" without running it when the client or all have too much waiting. */
  run: <T>(client: string, work: () => Promise<T>) => Promise<Result<T, "busy">>;
}

/**
 * Creates a queue that serves the waiting clients in turn (round-robin), so that a client with many requests delays the
 * others by one request only.
 */
export function createFairQueue(limits: {
  /** Work that runs at a time. */
  concurrency: number;
  waitingPerClient: number;
  waitingInAll: number;
}): FairQueue {
  const waiting = new Map<string, (() => void)[]>();
  let waitingInAll = 0;
  let running = 0;

  const startNext = () => {
    const [next] = waiting;
    if (!next || running >= limits.concurrency) return;
    const [client, [start, ...others]] = next;
    // A map keeps the order of insertion: the client goes to the end of the line.
    waiting.delete(client);
    if (others.length > 0) waiting.set(client, others);
    waitingInAll -= 1;
    running += 1;
    start?.();
  };

  return {
    async run(client, work) {
      const own = waiting.get(client) ?? [];
      if (own.length >= limits.waitingPerClient || waitingInAll >= limits.waitingInAll)
        return err("busy");
      const { promise: turn, resolve } = Promise.withResolvers<void>();
      waiting.set(client, [...own, resolve]);
      waitingInAll += 1;
      startNext();
      await turn;
      try {
        return ok(await work());
      } finally {
        running -= 1;
        startNext();
      }
    },
  };
}
