import { setTimeout as delay } from "node:timers/promises";
import { threadId } from "node:worker_threads";
import { serveTasks } from "#lib/threads.server.ts";

/** The tasks of the test worker. */
export type TestTask = "who" | "half a second" | "throw" | "exit" | "never";

serveTasks(async (task: TestTask) => {
  if (task === "throw") throw new RangeError("too large");
  if (task === "exit") process.exit(3);
  if (task === "never") await delay(1e9);
  // Occupies the thread, as a task of the shop does.
  if (task === "half a second") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  return threadId;
});
