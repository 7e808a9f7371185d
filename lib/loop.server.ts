export interface Loop {
  /** Has the next round begin at once; one more, if one is under way. */
  wake: () => void;
  /** Lets the round that is under way end, and begins no other. */
  stop: () => Promise<void>;
}

/**
 * Goes round again and again, with a pause after each round: `pauseMs`, or what the round says, until it is "done".
 * What a round throws is told to `failed`, and keeps the next from nothing.
 */
export function startLoop(
  round: (stopping: AbortSignal) => Promise<number | "done" | void>,
  options: {
    pauseMs: number;
    failed: (error: unknown) => void;
    /** Whether the first round, too, comes after a pause. */
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
  const goRound = async () => {
    try {
      return (await round(signal)) ?? pauseMs;
    } catch (error) {
      failed(error);
      return pauseMs;
    }
  };
  const run = async () => {
    if (pauseFirst) await pause(pauseMs);
    while (!signal.aborted) {
      // Made before the round, so that a call of `wake` in the meantime counts.
      woken = Promise.withResolvers();
      const next = await goRound();
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
