import type { RequestListener } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type TestSandbox, startTestSandbox, startServer } from "../../../tests/make.ts";
import { addressAt } from "../wallet/address.ts";
import { ChainUnavailable } from "./chain.ts";
import { esploraSource } from "./esplora.server.ts";

const faults = ["429-json", "500", "cut-json", "html-200"];

let world: TestSandbox;
let other: TestSandbox;
beforeAll(async () => {
  [world, other] = await Promise.all([startTestSandbox(), startTestSandbox()]);
  await other.mine(7);
});
afterAll(() => Promise.all([world.close(), other.close()]));
afterEach(() => Promise.all([world, other].map(({ setFaults }) => setFaults({ esplora: null }))));

let issued = 0;
const freshAddress = () => addressAt(world.addresses.key, issued++);
const at = ({ url }: TestSandbox) => `${url}/esplora`;
const closedPort = async () => {
  const { url, close } = await startServer(() => undefined);
  await close();
  return url;
};

describe("what the chain says", () => {
  test("every output of a transaction counts by its number, and those to others do not", async () => {
    const [mine, theirs] = [freshAddress(), freshAddress()];
    const outputs = [
      { address: mine, sats: 1_000 },
      { address: theirs, sats: 2_000 },
      { address: mine, sats: 3_000 },
    ];
    const { txid } = await world.send<{ txid: string }>("POST", "/sandbox/wallet/payments", {
      outputs,
    });
    const seen = (await esploraSource([at(world)]).historyOf(mine)).outputs;
    expect(seen.map(({ sats }) => sats).toSorted((a, b) => a - b)).toEqual([1_000, 3_000]);
    expect(new Set(seen.map(({ vout }) => `${txid}:${vout}`)).size).toBe(2);
  });

  test.each([25, 51])(
    "all of %i confirmed payments to one address are found, and one that waits",
    async (count) => {
      const address = freshAddress();
      const paid: string[] = [];
      for (let i = 1; i <= count; i += 1) paid.push(await world.pay(address, i));
      await world.mine(1);
      paid.push(await world.pay(address, count + 1));
      const seen = (await esploraSource([at(world)]).historyOf(address)).outputs;
      expect(seen.map(({ txid }) => txid).toSorted()).toEqual(paid.toSorted());
      expect(seen.filter(({ block }) => block === null)).toHaveLength(1);
    },
  );
});

test("a history that never ends is read to a point, and said to be incomplete", async () => {
  let made = 0;
  const page = (address: string) =>
    Array.from({ length: 25 }, () => ({
      txid: (made += 1).toString(16).padStart(64, "0"),
      vin: [],
      vout: [{ scriptpubkey_address: address, value: 1 }],
      status: { confirmed: true, block_height: 1, block_hash: "ab", block_time: 1_700_000_000 },
    }));
  const { url, close } = await startServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(page("any")));
  });
  const { outputs, complete } = await esploraSource([url]).historyOf("any");
  await close();
  expect(complete).toBe(false);
  expect(outputs).toHaveLength(made);
  expect(made).toBeGreaterThanOrEqual(1_000);
  const address = freshAddress();
  expect((await esploraSource([at(world)]).historyOf(address)).complete).toBe(true);
});

describe("a host in trouble", () => {
  test.each(faults)("answering %s is passed over for the next", async (fault) => {
    const address = freshAddress();
    const txid = await other.pay(address, 700);
    const hosts = [at(world), at(other)];
    // While it is well, the first is the one that is asked.
    expect(await esploraSource(hosts).tip()).toEqual(await esploraSource([at(world)]).tip());
    await world.setFaults({ esplora: fault });
    expect((await esploraSource(hosts).historyOf(address)).outputs).toMatchObject([{ txid }]);
    expect(await esploraSource(hosts).tip()).toEqual(await esploraSource([at(other)]).tip());
  });

  test("that cannot be reached is passed over for the next", async () => {
    const source = esploraSource([await closedPort(), at(other)]);
    expect(await source.tip()).toEqual(await esploraSource([at(other)]).tip());
  });

  test.each(faults)("answering %s alone is never taken for 'nothing was paid'", async (fault) => {
    const address = freshAddress();
    await world.pay(address, 700);
    await world.setFaults({ esplora: fault });
    const source = esploraSource([at(world)]);
    await expect(source.historyOf(address)).rejects.toThrow(ChainUnavailable);
    await expect(source.tip()).rejects.toThrow(ChainUnavailable);
    await world.setFaults({ esplora: null });
    // The only one there is gets asked, however often it failed.
    expect((await source.historyOf(address)).outputs).toHaveLength(1);
  });

  test("when all of them fail, each is named with its reason", async () => {
    await Promise.all([
      world.setFaults({ esplora: "500" }),
      other.setFaults({ esplora: "html-200" }),
    ]);
    const closed = await closedPort();
    const failure = esploraSource([at(world), at(other), closed]).tip();
    await expect(failure).rejects.toThrow(ChainUnavailable);
    await expect(failure).rejects.toThrow(`${new URL(world.url).host}: status 500`);
    await expect(failure).rejects.toThrow(`${new URL(other.url).host}: `);
    await expect(failure).rejects.toThrow(`${new URL(closed).host}: `);
  });
});

test("what is asked one after the other takes one connection, and another when the host has closed that", async () => {
  const connections = new Set<unknown>();
  const answered: string[] = [];
  const { url, close } = await startServer(({ url, socket }, response) => {
    const isNew = !connections.has(socket);
    connections.add(socket);
    if (!isNew && answered.length === 2) {
      socket.destroy();
      return;
    }
    answered.push(String(url));
    response.end(url === "/blocks/tip/height" ? "12" : "ab".repeat(32));
  });
  const source = esploraSource([url]);
  await source.tip();
  expect(connections.size).toBe(1);
  expect(await source.tip()).toEqual({ height: 12, hash: "ab".repeat(32) });
  expect(connections.size).toBe(2);
  await close();
});

describe("a host that asks to be left alone", () => {
  const start = Date.parse("2026-11-20T08:00:00Z");
  const HEIGHT = "/blocks/tip/height";
  const closing: (() => Promise<void>)[] = [];
  const clock = (seconds: number) => vi.setSystemTime(start + seconds * 1000);

  beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: start }));
  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all(closing.splice(0).map((close) => close()));
  });

  /** A host that counts how often it is asked; it knows the tip, or refuses. */
  async function host(refusal?: { status: number; retryAfter?: string }) {
    const state = { asked: 0, refusal };
    const answer: RequestListener = (request, response) => {
      state.asked += 1;
      if (state.refusal) {
        const { status, retryAfter } = state.refusal;
        response.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter });
        response.end("[]");
        return;
      }
      response.end(request.url === HEIGHT ? "12" : "ab".repeat(32));
    };
    const { url, close } = await startServer(answer);
    closing.push(close);
    return Object.assign(state, { url });
  }

  test.each([
    ["in seconds", "60", 60],
    ["by a date", new Date(start + 90_000).toUTCString(), 90],
    ["for hours, which is too long", "86400", 300],
  ])("%s is asked again when that time is over, not before", async (_how, retryAfter, seconds) => {
    const first = await host({ status: 429, retryAfter });
    const second = await host();
    const source = esploraSource([first.url, second.url]);
    await source.tip();
    first.refusal = undefined;
    clock(seconds - 1);
    await source.tip();
    expect(first.asked).toBe(1);
    clock(seconds);
    await source.tip();
    expect(first.asked).toBe(3);
  });

  test.each(["0", new Date(start - 90_000).toUTCString()])(
    "until a time that is over (%s) is asked again at once",
    async (retryAfter) => {
      const first = await host({ status: 429, retryAfter });
      const second = await host();
      const source = esploraSource([first.url, second.url]);
      await source.tip();
      await source.tip();
      expect(first.asked).toBe(2);
    },
  );

  test.each([undefined, "soon", ""])(
    "for no time that can be read (%j) rests longer each time it fails, up to five minutes",
    async (retryAfter) => {
      const first = await host({ status: 503, ...(retryAfter !== undefined && { retryAfter }) });
      const second = await host();
      const source = esploraSource([first.url, second.url]);
      const asked: number[] = [];
      for (let elapsed = 0; elapsed <= 1800; elapsed += elapsed < 60 ? 1 : 20) {
        clock(elapsed);
        const before = first.asked;
        await source.tip();
        if (first.asked > before) asked.push(elapsed);
      }
      const rests = asked.slice(1).map((elapsed, i) => elapsed - Number(asked[i]));
      expect(rests.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
      expect(rests).toEqual(rests.toSorted((a, b) => a - b));
      expect(rests.at(-1)).toBe(300);
    },
  );

  test("is asked all the same when every other rests longer", async () => {
    const first = await host({ status: 429, retryAfter: "200" });
    const second = await host({ status: 429, retryAfter: "100" });
    const source = esploraSource([first.url, second.url]);
    await expect(source.tip()).rejects.toThrow(ChainUnavailable);
    second.refusal = undefined;
    expect(await source.tip()).toEqual({ height: 12, hash: "ab".repeat(32) });
    expect(first.asked).toBe(1);
  });
});
