import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import type { TestTask } from "../tests/tasks.worker.ts";
import { openThread, type Thread } from "./threads.server.ts";

type Told = { thread: number; data: unknown };

const file = fileURLToPath(new URL("../tests/tasks.worker.ts", import.meta.url));
const does = "the thread of a test";

let thread: Thread<TestTask, Told>;
afterEach(() => thread.stop());
const open = (timeoutMs = 60_000) => {
  thread = openThread(file, { does, timeoutMs, data: { given: 1 } });
};

test("one thread does what is asked, side by side, with what it was given", async () => {
  open();
  const [first, second] = await Promise.all([thread.ask("who"), thread.ask("who")]);
  expect(first).toEqual({ thread: expect.any(Number), data: { given: 1 } });
  expect(second.thread).toBe(first.thread);
});

test("a task that throws is told as it was thrown, and the thread goes on", async () => {
  open();
  const { thread: before } = await thread.ask("who");
  const told = await thread.ask("throw").catch((error: unknown) => error);
  expect(told).toMatchObject({
    message: "the thread of a test: too large",
    cause: { name: "RangeError", message: "too large", stack: expect.stringContaining("tasks.") },
  });
  expect((await thread.ask("who")).thread).toBe(before);
});

test("a thread that ends is told to all who wait, and the next task starts another", async () => {
  open();
  const { thread: before } = await thread.ask("who");
  const waiting = expect(thread.ask("never")).rejects.toThrow("the thread of a test ended");
  await expect(thread.ask("exit")).rejects.toThrow("the thread of a test ended");
  await waiting;
  expect((await thread.ask("who")).thread).not.toBe(before);
});

test("what takes too long ends the thread, and the next task starts another", async () => {
  open(300);
  await expect(thread.ask("never")).rejects.toThrow("the thread of a test took too long");
  await thread.stop();
  open();
  expect(await thread.ask("who")).toMatchObject({ data: { given: 1 } });
});

test("stopped, whoever waits is told", async () => {
  open();
  const waiting = expect(thread.ask("never")).rejects.toThrow("closing");
  await thread.stop();
  await waiting;
});
