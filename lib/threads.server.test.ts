import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import type { TestTask } from "../tests/tasks.worker.ts";
import { openThread, type Thread } from "./threads.server.ts";

const file = fileURLToPath(new URL("../tests/tasks.worker.ts", import.meta.url));
const label = "test thread";

let thread: Thread<TestTask, number>;
afterEach(() => thread.stop());
const open = ({ timeoutMs = 60_000, waitingPerClient = 10 } = {}) => {
  thread = openThread(file, { label, timeoutMs, waitingPerClient, waitingInAll: 100 });
};
const run = async (task: TestTask, client = "client") => {
  const result = await thread.run(client, task);
  return result.ok ? result.value : result.error;
};

test("one thread runs all tasks", async () => {
  open();
  const [first, second] = await Promise.all([run("who"), run("who")]);
  expect(first).toEqual(expect.any(Number));
  expect(second).toBe(first);
});

test("a task that throws rejects with its error as the cause, and the thread continues", async () => {
  open();
  const before = await run("who");
  const error = await run("throw").catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    message: "test thread: too large",
    cause: { name: "RangeError", message: "too large", stack: expect.stringContaining("tasks.") },
  });
  expect(await run("who")).toBe(before);
});

test("a thread that ends rejects its task alone, and the next one starts another", async () => {
  open();
  const before = await run("who");
  const ending = expect(run("exit")).rejects.toThrow("test thread ended");
  const next = run("who");
  await ending;
  expect(await next).toEqual(expect.any(Number));
  expect(await next).not.toBe(before);
});

test("a task that hangs times out alone, and those that wait run in another thread", async () => {
  open({ timeoutMs: 2000 });
  const hanging = expect(run("never")).rejects.toThrow("test thread timed out");
  const waiting = [run("who"), run("who", "another")];
  await hanging;
  const [own, other] = await Promise.all(waiting);
  expect(own).toEqual(expect.any(Number));
  expect(other).toBe(own);
});

test("the time limit of a task begins with its turn", async () => {
  open({ timeoutMs: 2000 });
  const tasks = Array.from({ length: 8 }, () => run("half a second"));
  expect(new Set(await Promise.all(tasks)).size).toBe(1);
});

test("a client with too much waiting is refused, and another one's task is next", async () => {
  open({ waitingPerClient: 2 });
  const order: string[] = [];
  const add = async (client: string) => {
    const result = await run("who", client);
    order.push(result === "busy" ? `${client} is refused` : client);
  };
  await Promise.all(["m", "m", "m", "m", "m", "o"].map(add));
  expect(order).toEqual(["m is refused", "m is refused", "m", "o", "m", "m"]);
});

test("stop rejects what runs and what waits", async () => {
  open();
  const tasks = [run("never"), run("who")].map((task) => expect(task).rejects.toThrow("closing"));
  await thread.stop();
  await Promise.all(tasks);
});
