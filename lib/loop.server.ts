export interface Loop {
  /** Starts the next tick at once, or right after the running one. */
  wake: () => void;
  /** Starts no further tick, and resolves when the running one has ended. */
  stop: () => Promise<void>;
}

/**
 * Runs `tick` repeatedly, with a pause after each: `pauseMs`, or the milliseconds that the tick returns. Ends when a
 * tick returns "done". An error of a tick is passed to `failed`, and the loop continues.
 */
export function startLoop(
  tick: (stopping: AbortSignal) => Promise<number | "done" | void>,
  options: {
    pauseMs: number;
    failed: (error: unknown) => void;
    /** Whether the first tick, too, comes after a pause. */
    pauseFirst?: boolean;
  },
): Loop {
  const { pauseMs, failed, pauseFirst = false } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let woken = Promise.withResolvers<void>();

  const pause = async (ms: number) => {
    const timer = setTimeout(woken.resolve, ms);
    await woken.promise;
    clearTimeout(timer);
  };
  const runTick = async () => {
    try {
      return (await tick(signal)) ?? pauseMs;
    } catch (error) {
      failed(error);
      return pauseMs;
    }
  };
  const run = async () => {
    if (pauseFirst) await pause(pauseMs);
    while (!signal.aborted) {
      // Created before the tick, so that a call of `wake` during it counts.
      woken = Promise.withResolvers();
      const next = await runTick();
      if (next === "done" || signal.aborted) return;
      if (next > 0) await pause(next);
    }
  };
  const running = run();

  const wake = () => woken.resolve();
  return {
    wake,
    stop: async () => {
      stopping.abort();
      wake();
      await running;
    },
  };
}
