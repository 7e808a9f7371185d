import fc from "fast-check";
import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

/** Work that ends when the test says so. */
function createWork() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => async () => {
    started.push(name);
    await new Promise<void>((resolve) => ends.push(resolve));
    return name;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const endOne = async () => {
    await settle();
    ends.shift()?.();
    await settle();
  };
  return { started, work, endOne };
}

test("clients are served in turn: a first request waits only for what runs", async () => {
  const queue = createFairQueue({ concurrency: 1, waitingPerClient: 10, waitingInAll: 100 });
  const { started, work, endOne } = createWork();
  for (let n = 0; n < 8; n += 1) void queue.run("mallory", work(`m${n}`));
  const owner = queue.run("owner", work("owner"));
  const next = queue.run("owner", work("next"));
  await endOne();
  expect(started).toEqual(["m0", "owner"]);
  await endOne();
  expect(await owner).toEqual({ ok: true, value: "owner" });
  await endOne();
  expect(started).toEqual(["m0", "owner", "m1", "next"]);
  await endOne();
  expect(await next).toEqual({ ok: true, value: "next" });
});

test("a client with too much waiting is refused, and so is everyone when all is full", async () => {
  const queue = createFairQueue({ concurrency: 1, waitingPerClient: 2, waitingInAll: 3 });
  const { started, work } = createWork();
  for (const name of ["a0", "a1", "a2"]) void queue.run("a", work(name));
  expect(await queue.run("a", work("a3"))).toEqual({ ok: false, error: "busy" });
  void queue.run("b", work("b0"));
  expect(queue.isFull("c")).toBe(true);
  expect(await queue.run("c", work("c0"))).toEqual({ ok: false, error: "busy" });
  expect(started).toEqual(["a0"]);
});

test("an IPv6 site that changes its network with each request leaves half of the queue to others", async () => {
  const queue = createFairQueue({ concurrency: 1, waitingPerClient: 2, waitingInAll: 8 });
  const { started, work, endOne } = createWork();
  const from = (network: number) => `2001:db8:9:${network.toString(16)}::1`;
  for (let network = 0; network < 8; network += 1)
    void queue.run(from(network), work(`site${network}`));
  expect(await queue.run(from(9), work("site9"))).toEqual({ ok: false, error: "busy" });
  expect(queue.isFull("203.0.113.7")).toBe(false);
  void queue.run("203.0.113.7", work("other"));
  for (let n = 0; n < 5; n += 1) await endOne();
  expect(started).toEqual(["site0", "site1", "site2", "site3", "site4", "other"]);
});

test("work that throws frees its place", async () => {
  const queue = createFairQueue({ concurrency: 1, waitingPerClient: 2, waitingInAll: 2 });
  const failing = queue.run("a", () => Promise.reject(new Error("no")));
  const next = queue.run("a", async () => "next");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toEqual({ ok: true, value: "next" });
});

test("never more at a time than allowed, and whatever is accepted ends", async () => {
  const requests = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(requests, fc.integer({ min: 1, max: 3 }), async (clients, concurrency) => {
      const queue = createFairQueue({ concurrency, waitingPerClient: 5, waitingInAll: 12 });
      let running = 0;
      const results = await Promise.all(
        clients.map((client) =>
          queue.run(client, async () => {
            running += 1;
            expect(running).toBeLessThanOrEqual(concurrency);
            await new Promise((resolve) => setImmediate(resolve));
            running -= 1;
          }),
        ),
      );
      expect(running).toBe(0);
      expect(results.slice(0, concurrency).every((result) => result.ok)).toBe(true);
    }),
  );
});
