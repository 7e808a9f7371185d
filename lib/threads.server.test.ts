import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import type { TestTask } from "../tests/tasks.worker.ts";
import { openThread, type Thread } from "./threads.server.ts";

const file = fileURLToPath(new URL("../tests/tasks.worker.ts", import.meta.url));
const label = "test thread";

let thread: Thread<TestTask, number>;
afterEach(() => thread.stop());
const open = (timeoutMs = 60_000) => {
  thread = openThread(file, { label, timeoutMs });
};

test("one thread runs concurrent tasks", async () => {
  open();
  const [first, second] = await Promise.all([thread.run("who"), thread.run("who")]);
  expect(second).toBe(first);
});

test("a task that throws rejects with its error as the cause, and the thread continues", async () => {
  open();
  const before = await thread.run("who");
  const error = await thread.run("throw").catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    message: "test thread: too large",
    cause: { name: "RangeError", message: "too large", stack: expect.stringContaining("tasks.") },
  });
  expect(await thread.run("who")).toBe(before);
});

test("a thread that ends rejects its pending tasks, and the next task starts another", async () => {
  open();
  const before = await thread.run("who");
  const waiting = expect(thread.run("never")).rejects.toThrow("test thread ended");
  await expect(thread.run("exit")).rejects.toThrow("test thread ended");
  await waiting;
  expect(await thread.run("who")).not.toBe(before);
});

test("a task that times out ends the thread, and the next task starts another", async () => {
  open(300);
  await expect(thread.run("never")).rejects.toThrow("test thread timed out");
  await thread.stop();
  open();
  expect(await thread.run("who")).toEqual(expect.any(Number));
});

test("stop rejects the pending tasks", async () => {
  open();
  const waiting = expect(thread.run("never")).rejects.toThrow("closing");
  await thread.stop();
  await waiting;
});
