import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DrizzleQueryError } from "drizzle-orm";
import { ChainUnavailable } from "./chain.ts";
import { HostError, HostPool, type PooledHost } from "./host-pool.server.ts";
import { RequestBudget } from "./request-budget.ts";

const start = Date.parse("2026-11-20T08:00:00Z");
const clock = (seconds: number) => vi.setSystemTime(start + seconds * 1000);

interface FakeHost extends PooledHost {
  requests: number;
  failure: HostError | null;
}

function host(name: string, perHour: number | null = null): FakeHost {
  return { name, budget: new RequestBudget(perHour), tipHeight: 0, requests: 0, failure: null };
}

/** Sends a request, which the host responds to with its name, or refuses. */
function request(fake: FakeHost): Promise<string> {
  fake.requests += 1;
  fake.budget.spend(Date.now());
  return fake.failure ? Promise.reject(fake.failure) : Promise.resolve(fake.name);
}

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: start }));
afterEach(() => vi.useRealTimers());

describe("hosts in turn", () => {
  test("each subject is requested from another host each time", async () => {
    const pool = new HostPool([host("a"), host("b"), host("c")]);
    for (const subject of ["one", "two"]) {
      const answers = [];
      for (let i = 0; i < 3; i += 1) answers.push(await pool.one(subject, request));
      expect(answers.toSorted()).toEqual(["a", "b", "c"]);
    }
  });

  test("a failing host is passed over for the next", async () => {
    const [down, well] = [host("down"), host("well")];
    down.failure = new HostError("status 500");
    const pool = new HostPool([down, well]);
    for (let i = 0; i < 4; i += 1) expect(await pool.one("tip", request)).toBe("well");
    expect(down.requests).toBe(1);
    expect(pool.status()).toMatchObject([
      { name: "down", state: "down", problem: "status 500" },
      { name: "well", state: "answering", problem: null },
    ]);
  });

  test("an error of the database is passed on, and no host is to blame", async () => {
    const hosts = [host("first"), host("second")];
    const pool = new HostPool(hosts);
    for (const lost of [
      new DrizzleQueryError("select 1", [], new Error("Connection terminated unexpectedly")),
      Object.assign(new Error("terminating connection"), { code: "57P01" }),
    ]) {
      const failing = () => Promise.reject(lost);
      await expect(pool.one("tip", failing)).rejects.toBe(lost);
      await expect(pool.all(failing)).rejects.toBe(lost);
    }
    expect(pool.status().map(({ state }) => state)).toEqual(["answering", "answering"]);
    // A host may say the same.
    const [down] = hosts;
    if (down) down.failure = new HostError("Connection terminated");
    expect(await pool.one("tip", request)).toBe("second");
  });

  test("when all fail, each is named with its reason, and the next backoff to end", async () => {
    const hosts = [host("first"), host("second")];
    for (const each of hosts) each.failure = new HostError(`${each.name} is broken`);
    const pool = new HostPool(hosts);
    const failure = pool.one("tip", request);
    await expect(failure).rejects.toThrow(ChainUnavailable);
    await expect(failure).rejects.toThrow("first: first is broken");
    await expect(failure).rejects.toThrow("second: second is broken");
    await expect(failure).rejects.toMatchObject({ retryInMs: 1000 });
  });

  test("all hosts respond at once, with null for one that failed", async () => {
    const [down, well] = [host("down"), host("well")];
    down.failure = new HostError("status 500");
    expect(await new HostPool([down, well]).all(request)).toEqual([null, "well"]);
  });
});

describe("backoff", () => {
  test("a host is not requested before its Retry-After time", async () => {
    const first = host("first");
    first.failure = new HostError("status 429", { retryInMs: 60_000, limited: true });
    const pool = new HostPool([first, host("second")]);
    await pool.one("tip", request);
    await pool.one("tip", request);
    const [before] = pool.status();
    expect(before).toMatchObject({ state: "limited", problem: "status 429" });
    first.failure = null;
    clock(59);
    for (let i = 0; i < 3; i += 1) await pool.one("tip", request);
    expect(first.requests).toBe(1);
    clock(60);
    for (let i = 0; i < 2; i += 1) await pool.one("tip", request);
    expect(first.requests).toBe(2);
  });

  test("without such a time it doubles with each failure, up to five minutes", async () => {
    const failing = host("failing");
    failing.failure = new HostError("status 503");
    const pool = new HostPool([failing, host("well")]);
    const at: number[] = [];
    for (let elapsed = 0; elapsed <= 1800; elapsed += elapsed < 60 ? 1 : 20) {
      clock(elapsed);
      const before = failing.requests;
      // Two requests, so that it is the turn of each.
      for (let i = 0; i < 2; i += 1) await pool.one("tip", request);
      if (failing.requests > before) at.push(elapsed);
    }
    const waits = at.slice(1).map((elapsed, i) => elapsed - Number(at[i]));
    expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.at(-1)).toBe(300);
  });

  test("the one whose backoff ends first is requested when all are backed off from", async () => {
    const [first, second] = [host("first"), host("second")];
    first.failure = new HostError("status 429", { retryInMs: 200_000 });
    second.failure = new HostError("status 429", { retryInMs: 100_000 });
    const pool = new HostPool([first, second]);
    await expect(pool.one("tip", request)).rejects.toThrow(ChainUnavailable);
    second.failure = null;
    expect(await pool.one("tip", request)).toBe("second");
    expect(first.requests).toBe(1);
  });
});

describe("requests per hour", () => {
  test("a sixth may be sent at once, then as many as the hour allows", async () => {
    const limited = host("limited", 600);
    const pool = new HostPool([limited]);
    for (let i = 0; i < 100; i += 1) await pool.one(String(i), request);
    await expect(pool.one("next", request)).rejects.toMatchObject({ retryInMs: 6000 });
    expect(pool.status()).toMatchObject([{ state: "limited", requestsLastHour: 100 }]);
    clock(6);
    expect(await pool.one("next", request)).toBe("limited");
    for (let second = 12; second <= 3600; second += 6) {
      clock(second);
      await pool.one(String(second), request);
    }
    expect(limited.requests).toBe(700);
  });

  test("a host behind another one is named", () => {
    const [first, second] = [host("first"), host("second")];
    first.tipHeight = 100;
    second.tipHeight = 97;
    expect(new HostPool([first, second]).status()).toMatchObject([
      { state: "answering" },
      { state: "behind" },
    ]);
  });
});
