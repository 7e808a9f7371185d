import { parentPort, Worker } from "node:worker_threads";
import { createFairQueue } from "./fair-queue.ts";
import type { Result } from "./result.ts";
import { MINUTE_MS } from "./time.ts";

/** A worker thread for one kind of task. */
export interface Thread<Task, Value> {
  /**
   * Runs a task in the thread, clients in turn. Returns "busy" when the client or all have too much waiting. Rejects when
   * the task throws or times out, or when the thread ends.
   */
  run: (client: string, task: Task) => Promise<Result<Value, "busy">>;
  /** Ends the thread, and rejects its tasks. */
  stop: () => Promise<void>;
}

interface ThreadOptions {
  /** Names the thread in errors, such as "invoice thread". */
  label: string;
  /** How long one task may take, from its turn on. */
  timeoutMs: number;
  waitingPerClient: number;
  waitingInAll: number;
}

/** The thread ends this long after its last task, to free its memory. */
const IDLE_MS = 5 * MINUTE_MS;

type Response<Value> = { value: Value } | { error: Error };

/**
 * Returns a worker thread that runs this file, which must call `serveTasks`. It has one task at a time, so that one that
 * hangs or crashes takes no other with it. It starts with the first task, ends when it is idle, and starts again when
 * needed.
 */
export function openThread<Task, Value>(file: string, options: ThreadOptions): Thread<Task, Value> {
  const { label, timeoutMs, ...waiting } = options;
  const queue = createFairQueue({ concurrency: 1, ...waiting });
  let worker: Worker | null = null;
  let running: PromiseWithResolvers<Value> | null = null;
  let idle: NodeJS.Timeout | undefined;
  let stopped = false;

  /** Ends the thread and rejects its task; the next task starts another. */
  const end = (ended: Worker, reason: unknown) => {
    if (worker !== ended) return;
    worker = null;
    running?.reject(reason);
    void ended.terminate();
  };

  const start = (): Worker => {
    const started = new Worker(file);
    started.unref();
    started.on("message", (response: Response<Value>) => {
      if (worker !== started) return;
      if ("value" in response) running?.resolve(response.value);
      else
        running?.reject(
          new Error(`${label}: ${response.error.message}`, { cause: response.error }),
        );
    });
    started.on("error", (error) => end(started, error));
    started.on("exit", () => end(started, new Error(`${label} ended`)));
    return started;
  };

  const work = async (task: Task) => {
    if (stopped) throw new Error("the shop is closing");
    clearTimeout(idle);
    const thread = (worker ??= start());
    running = Promise.withResolvers<Value>();
    const timeout = setTimeout(() => end(thread, new Error(`${label} timed out`)), timeoutMs);
    thread.postMessage({ task });
    try {
      return await running.promise;
    } finally {
      clearTimeout(timeout);
      idle = setTimeout(() => end(thread, new Error("idle")), IDLE_MS).unref();
    }
  };

  return {
    run: (client, task) => queue.run(client, () => work(task)),
    stop: async () => {
      stopped = true;
      clearTimeout(idle);
      if (worker) end(worker, new Error("the shop is closing"));
    },
  };
}

/** Runs the tasks that `openThread` sends to this thread; an error of `work` rejects its task. */
export function serveTasks(work: (task: never) => Promise<unknown>): void {
  const respond = (response: Response<unknown>) => parentPort?.postMessage(response);
  parentPort?.on("message", ({ task }: { task: never }) => {
    work(task).then(
      (value) => respond({ value }),
      (error: Error) => respond({ error }),
    );
  });
}
