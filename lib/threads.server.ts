import { parentPort, Worker } from "node:worker_threads";
import { MINUTE_MS } from "./time.ts";

/** A thread that does one kind of task for whoever asks. */
export interface Thread<Task, Answer> {
  /** Rejects when the task threw, took too long, or the thread ended before it was done. */
  ask: (task: Task) => Promise<Answer>;
  stop: () => Promise<void>;
}

/** So long after its last task the thread ends, and what it has loaded with it. */
const IDLE_MS = 5 * MINUTE_MS;

interface Asked<Task> {
  id: number;
  task: Task;
}

type Told<Answer> = { id: number; answer: Answer } | { id: number; error: Error };

/**
 * A thread that runs this file, which calls `doTasks`. It starts with the first task, ends when there is nothing to
 * do, and starts again. `does` names it in errors, such as "the thread that prints invoices".
 */
export function openThread<Task, Answer>(
  file: string,
  { does, timeoutMs, data }: { does: string; timeoutMs: number; data?: unknown },
): Thread<Task, Answer> {
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let worker: Worker | null = null;
  let asked = 0;
  let idle: NodeJS.Timeout | undefined;

  /** Ends the thread; who waits for it is told why, and the next task starts another. */
  const end = (ended: Worker, why: unknown) => {
    if (worker !== ended) return;
    worker = null;
    for (const { reject } of waiting.values()) reject(why);
    void ended.terminate();
  };

  const start = (): Worker => {
    const started = new Worker(file, { workerData: data });
    started.unref();
    started.on("message", (told: Told<Answer>) => {
      const task = waiting.get(told.id);
      if ("answer" in told) task?.resolve(told.answer);
      else task?.reject(new Error(`${does}: ${told.error.message}`, { cause: told.error }));
    });
    started.on("error", (error) => end(started, error));
    started.on("exit", () => end(started, new Error(`${does} ended`)));
    return started;
  };

  return {
    ask: async (task) => {
      clearTimeout(idle);
      const to = (worker ??= start());
      const id = (asked += 1);
      const doing = Promise.withResolvers<Answer>();
      waiting.set(id, doing);
      const timeout = setTimeout(() => end(to, new Error(`${does} took too long`)), timeoutMs);
      to.postMessage({ id, task } satisfies Asked<Task>);
      try {
        return await doing.promise;
      } finally {
        clearTimeout(timeout);
        waiting.delete(id);
        if (waiting.size === 0)
          idle = setTimeout(() => end(to, new Error("idle")), IDLE_MS).unref();
      }
    },
    stop: async () => {
      clearTimeout(idle);
      if (worker) end(worker, new Error("the shop is closing"));
    },
  };
}

/** Has this thread do what `openThread` asks of it. What `work` throws is told to whoever asked. */
export function doTasks(work: (task: never) => Promise<unknown>): void {
  const tell = (told: Told<unknown>) => parentPort?.postMessage(told);
  parentPort?.on("message", ({ id, task }: Asked<never>) => {
    work(task).then(
      (answer) => tell({ id, answer }),
      (error: Error) => tell({ id, error }),
    );
  });
}
