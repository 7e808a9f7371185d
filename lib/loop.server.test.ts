import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Loop, startLoop } from "./loop.server.ts";

beforeEach(() => void vi.useFakeTimers());
const running: Loop[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
  vi.useRealTimers();
});

/** Starts a loop with a pause of a second, and counts its ticks and failures. */
function start(
  tick: (count: number, stopping: AbortSignal) => Promise<number | "done" | void>,
  options: { pauseFirst?: boolean } = {},
) {
  const seen = { ticks: 0, failures: [] as unknown[] };
  const loop = startLoop((stopping) => tick((seen.ticks += 1), stopping), {
    pauseMs: 1000,
    failed: (error) => seen.failures.push(error),
    ...options,
  });
  running.push(loop);
  return { loop, seen };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("ticks at once, and after each pause", async () => {
  const { seen } = start(async () => undefined);
  await pass(0);
  expect(seen.ticks).toBe(1);
  await pass(999);
  expect(seen.ticks).toBe(1);
  await pass(1);
  expect(seen.ticks).toBe(2);
});

test('a tick may return the next pause, or "done"', async () => {
  const { seen } = start(async (count) => (count < 4 ? [0, 5000, undefined][count - 1] : "done"));
  await pass(0);
  expect(seen.ticks).toBe(2);
  await pass(5000);
  expect(seen.ticks).toBe(3);
  await pass(1000);
  expect(seen.ticks).toBe(4);
  await pass(60_000);
  expect(seen.ticks).toBe(4);
});

test("pauses before the first tick with pauseFirst", async () => {
  const { seen } = start(async () => undefined, { pauseFirst: true });
  await pass(999);
  expect(seen.ticks).toBe(0);
  await pass(1);
  expect(seen.ticks).toBe(1);
});

test("an error is passed on, and the next tick follows after a pause", async () => {
  const { seen } = start(async (count) => {
    if (count === 1) throw new Error("no connection");
  });
  await pass(0);
  expect(seen.failures).toEqual([new Error("no connection")]);
  await pass(1000);
  expect(seen.ticks).toBe(2);
  expect(seen.failures).toHaveLength(1);
});

test("wake starts another tick at once, in a pause as during a tick", async () => {
  const ends: (() => void)[] = [];
  const { loop, seen } = start(() => new Promise<void>((end) => ends.push(end)));
  await pass(0);
  loop.wake();
  ends[0]?.();
  await pass(0);
  expect(seen.ticks).toBe(2);
  ends[1]?.();
  await pass(10);
  loop.wake();
  await pass(0);
  expect(seen.ticks).toBe(3);
  ends[2]?.();
});

test("stop aborts the signal, waits for the running tick, and ends a pause", async () => {
  const ends: (() => void)[] = [];
  const signals: AbortSignal[] = [];
  const { loop, seen } = start((_, stopping) => {
    signals.push(stopping);
    return new Promise<void>((end) => ends.push(end));
  });
  await pass(0);
  let stopped = false;
  const stopping = loop.stop().then(() => (stopped = true));
  await pass(5000);
  expect([signals[0]?.aborted, stopped]).toEqual([true, false]);
  ends[0]?.();
  await stopping;
  expect(seen.ticks).toBe(1);

  const idle = start(async () => undefined);
  await pass(0);
  await idle.loop.stop();
  expect(idle.seen.ticks).toBe(1);
});
