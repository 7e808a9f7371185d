import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Loop, startLoop } from "./loop.server.ts";

beforeEach(() => void vi.useFakeTimers());
const running: Loop[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
  vi.useRealTimers();
});

/** A loop that pauses for a second, and how far it has come. */
function start(
  round: (count: number, stopping: AbortSignal) => Promise<number | "done" | void>,
  options: { pauseFirst?: boolean } = {},
) {
  const seen = { rounds: 0, failures: [] as unknown[] };
  const loop = startLoop((stopping) => round((seen.rounds += 1), stopping), {
    pauseMs: 1000,
    failed: (error) => seen.failures.push(error),
    ...options,
  });
  running.push(loop);
  return { loop, seen };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("goes round at once, and after each pause", async () => {
  const { seen } = start(async () => undefined);
  await pass(0);
  expect(seen.rounds).toBe(1);
  await pass(999);
  expect(seen.rounds).toBe(1);
  await pass(1);
  expect(seen.rounds).toBe(2);
});

test("a round may say how long to pause, or that all is done", async () => {
  const { seen } = start(async (count) => (count < 4 ? [0, 5000, undefined][count - 1] : "done"));
  await pass(0);
  expect(seen.rounds).toBe(2);
  await pass(5000);
  expect(seen.rounds).toBe(3);
  await pass(1000);
  expect(seen.rounds).toBe(4);
  await pass(60_000);
  expect(seen.rounds).toBe(4);
});

test("pauses first where it is to", async () => {
  const { seen } = start(async () => undefined, { pauseFirst: true });
  await pass(999);
  expect(seen.rounds).toBe(0);
  await pass(1);
  expect(seen.rounds).toBe(1);
});

test("a failure is told, and the next round comes after a pause", async () => {
  const { seen } = start(async (count) => {
    if (count === 1) throw new Error("an accident");
  });
  await pass(0);
  expect(seen.failures).toEqual([new Error("an accident")]);
  await pass(1000);
  expect(seen.rounds).toBe(2);
  expect(seen.failures).toHaveLength(1);
});

test("who wakes it while it pauses, or during a round, has another round at once", async () => {
  const ends: (() => void)[] = [];
  const { loop, seen } = start(() => new Promise<void>((end) => ends.push(end)));
  await pass(0);
  loop.wake();
  ends[0]?.();
  await pass(0);
  expect(seen.rounds).toBe(2);
  ends[1]?.();
  await pass(10);
  loop.wake();
  await pass(0);
  expect(seen.rounds).toBe(3);
  ends[2]?.();
});

test("stopping waits for the round that is under way, which can know of it, and cuts a pause short", async () => {
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
  expect(seen.rounds).toBe(1);

  const idle = start(async () => undefined);
  await pass(0);
  await idle.loop.stop();
  expect(idle.seen.rounds).toBe(1);
});
