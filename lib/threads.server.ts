import { parentPort, Worker } from "node:worker_threads";
import { MINUTE_MS } from "./time.ts";

/** A worker thread for one kind of task. */
export interface Thread<Task, Value> {
  /** Runs a task in the thread. Rejects when the task throws or times out, or when the thread ends. */
  run: (task: Task) => Promise<Value>;
  stop: () => Promise<void>;
}

/** The thread ends this long after its last task, to free its memory. */
const IDLE_MS = 5 * MINUTE_MS;

interface Request<Task> {
  id: number;
  task: Task;
}

type Response<Value> = { id: number; value: Value } | { id: number; error: Error };

/**
 * Returns a worker thread that runs this file, which must call `serveTasks`. It starts with the first task, ends when
 * it is idle, and starts again when needed. `label` names it in errors, such as "invoice thread".
 */
export function openThread<Task, Value>(
  file: string,
  { label, timeoutMs }: { label: string; timeoutMs: number },
): Thread<Task, Value> {
  const pending = new Map<number, PromiseWithResolvers<Value>>();
  let worker: Worker | null = null;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;

  /** Ends the thread and rejects its pending tasks; the next task starts another. */
  const end = (ended: Worker, reason: unknown) => {
    if (worker !== ended) return;
    worker = null;
    for (const { reject } of pending.values()) reject(reason);
    void ended.terminate();
  };

  const start = (): Worker => {
    const started = new Worker(file);
    started.unref();
    started.on("message", (response: Response<Value>) => {
      const task = pending.get(response.id);
      if ("value" in response) task?.resolve(response.value);
      else
        task?.reject(new Error(`${label}: ${response.error.message}`, { cause: response.error }));
    });
    started.on("error", (error) => end(started, error));
    started.on("exit", () => end(started, new Error(`${label} ended`)));
    return started;
  };

  return {
    run: async (task) => {
      clearTimeout(idle);
      const thread = (worker ??= start());
      const id = (lastId += 1);
      const running = Promise.withResolvers<Value>();
      pending.set(id, running);
      const timeout = setTimeout(() => end(thread, new Error(`${label} timed out`)), timeoutMs);
      thread.postMessage({ id, task } satisfies Request<Task>);
      try {
        return await running.promise;
      } finally {
        clearTimeout(timeout);
        pending.delete(id);
        if (pending.size === 0)
          idle = setTimeout(() => end(thread, new Error("idle")), IDLE_MS).unref();
      }
    },
    stop: async () => {
      clearTimeout(idle);
      if (worker) end(worker, new Error("the shop is closing"));
    },
  };
}

/** Runs the tasks that `openThread` sends to this thread; an error of `work` rejects its task. */
export function serveTasks(work: (task: never) => Promise<unknown>): void {
  const respond = (response: Response<unknown>) => parentPort?.postMessage(response);
  parentPort?.on("message", ({ id, task }: Request<never>) => {
    work(task).then(
      (value) => respond({ id, value }),
      (error: Error) => respond({ id, error }),
    );
  });
}
