import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { coreSourceFor } from "../../../tests/chains.ts";
import { type TestSandbox, startTestSandbox } from "../../../tests/make.ts";
import { addressAt } from "../wallet/address.ts";
import { ChainUnavailable } from "./chain.ts";
import { coreRpc, type CoreRpc, type RpcCall } from "./core-rpc.server.ts";
import { coreSource } from "./core.server.ts";

let world: TestSandbox;
beforeAll(async () => {
  world = await startTestSandbox();
});
afterAll(() => world.close());
afterEach(() => world.setFaults({ core: null }));

let issued = 0;
let wallets = 0;
const freshAddress = () => addressAt(world.addresses.key, issued++);
const freshSource = (since: Date | null = null) =>
  coreSourceFor(world.core, world.addresses.key, { name: `wallet-${(wallets += 1)}`, since });
const cookieUrl = () => `${world.url}/core`;
const call = async (request: RpcCall, wallet?: string) => {
  const [response] = await coreRpc({ ...world.core, cookieFile: null })([request], { wallet });
  return response?.error ?? response?.result;
};

describe("its wallet", () => {
  test("is made when there is none, watches only, and is found again by the next start", async () => {
    const name = "made";
    const address = freshAddress();
    await coreSourceFor(world.core, world.addresses.key, { name }).historyOf(address);
    expect(await call(["getwalletinfo"], name)).toMatchObject({ private_keys_enabled: false });
    const descriptors = [{ desc: world.addresses.key.descriptor, active: true, range: [0, 300] }];
    expect(await call(["listdescriptors"], name)).toMatchObject({ descriptors });

    const txid = await world.pay(address, 1_000, 1);
    const again = coreSourceFor(world.core, world.addresses.key, { name });
    expect((await again.historyOf(address)).outputs).toMatchObject([{ txid }]);
    expect(await call(["listdescriptors"], name)).toMatchObject({ descriptors });
  });

  test("knows addresses ahead of those that were handed out, however many these become", async () => {
    let nextIndex = 0;
    const name = "ahead";
    const source = coreSource(coreRpc({ ...world.core, cookieFile: null }), {
      name,
      network: "regtest",
      key: world.addresses.key,
      issued: () => Promise.resolve({ nextIndex, since: null }),
    });
    const rangeEnd = async () => {
      await source.tip();
      const listed = (await call(["listdescriptors"], name)) as {
        descriptors: { range: [number, number] }[];
      };
      return listed.descriptors[0]?.range[1];
    };
    for (nextIndex of [0, 150, 250, 260, 401])
      expect(await rangeEnd()).toBeGreaterThanOrEqual(nextIndex + 100);
  });

  test("imports single addresses, such as the fixed one, and rescans from the given time", async () => {
    const address = addressAt(world.addresses.key, 5_000);
    const txid = await world.pay(address, 2_000, 1);
    expect((await freshSource().historyOf(address)).outputs).toMatchObject([{ txid }]);
    const yesterday = new Date(Date.now() - 24 * 60 * 60_000);
    expect((await freshSource(yesterday).historyOf(address)).outputs).toMatchObject([{ txid }]);
  });

  test("of a node that has pruned the blocks it would have to look through is not used", async () => {
    await world.setFaults({ core: "pruned" });
    const longAgo = new Date("2020-01-01T00:00:00Z");
    const failure = freshSource(longAgo).historyOf(freshAddress());
    await expect(failure).rejects.toThrow("has pruned the blocks since 2020-01-01");
    expect((await freshSource().historyOf(freshAddress())).complete).toBe(true);
  });
});

test("a transaction whose outputs are all spent is found in its block, or with -txindex", async () => {
  // The oldest coin is spent first: the only one of the first block.
  const block = await world.get<string>("/esplora/block-height/1");
  const [txid = ""] = await world.get<string[]>(`/esplora/block/${block}/txids`);
  const source = freshSource();
  const found = { block: { hash: block } };
  await world.pay(freshAddress(), 1_000, 1);
  expect(await source.transactionOf(txid, null)).toBeNull();
  expect(await source.transactionOf(txid, block)).toMatchObject(found);
  await world.setFaults({ coreTxindex: true });
  expect(await source.transactionOf(txid, null)).toMatchObject(found);
  await world.setFaults({ coreTxindex: false });
});

test("a transaction in a pruned block is not found", async () => {
  const txid = await world.pay(freshAddress(), 1_000, 1);
  const source = freshSource();
  expect(await source.transactionOf(txid, null)).toMatchObject({ block: { confirmations: 1 } });
  await world.setFaults({ core: "pruned" });
  expect(await source.transactionOf(txid, null)).toBeNull();
});

describe("news", () => {
  test("names addresses once for each thing that happens to them", async () => {
    const source = freshSource();
    const address = freshAddress();
    const since = async (cursor: string | null) => source.updatesSince?.(cursor);
    const none = expect.not.arrayContaining([address]);
    const first = await since(null);
    const txid = await world.pay(address, 3_000);
    const paid = await since(first?.cursor ?? null);
    expect(paid?.addresses).toContain(address);
    expect(await since(paid?.cursor ?? null)).toMatchObject({ addresses: none });
    await world.mine(1);
    const mined = await since(paid?.cursor ?? null);
    expect(mined?.addresses).toContain(address);
    await world.mine(2);
    expect(await since(mined?.cursor ?? null)).toMatchObject({ addresses: none });
    await world.send("POST", "/sandbox/chain/reorgs", { depth: 3, readd: true });
    const undone = await since(mined?.cursor ?? null);
    expect(undone?.addresses).toContain(address);
    await world.send("POST", "/sandbox/chain/replacements", {
      txid,
      outputs: [{ address: addressAt(world.addresses.key, 6_000), sats: 500 }],
    });
    expect((await since(undone?.cursor ?? null))?.addresses).toContain(address);
  });

  test("of a payment that was confirmed again after its block was taken back, it is there", async () => {
    const source = freshSource();
    const address = freshAddress();
    await source.historyOf(address);
    await world.mine(6);
    const before = await source.updatesSince?.(null);
    const txid = await world.pay(address, 3_000, 1);
    const { lastblock } = (await call(
      ["listsinceblock", { target_confirmations: 1 }],
      `wallet-${wallets}`,
    )) as { lastblock: string };
    await world.send("POST", "/sandbox/chain/reorgs", { depth: 1, readd: true });
    const tip = await world.mine(1);
    // From the block that is gone on, it is removed and there.
    expect(
      await call(["listsinceblock", { blockhash: lastblock }], `wallet-${wallets}`),
    ).toMatchObject({
      transactions: [{ txid, confirmations: 1 }],
      removed: [{ txid }],
    });
    expect((await source.updatesSince?.(before?.cursor ?? null))?.addresses).toContain(address);
    expect((await source.historyOf(address)).outputs).toMatchObject([{ txid, block: tip }]);
  });

  test("from a block that the node does not know begins anew", async () => {
    const source = freshSource();
    const address = freshAddress();
    await source.historyOf(address);
    await world.pay(address, 3_000, 1);
    expect((await source.updatesSince?.("ab".repeat(32)))?.addresses).toContain(address);
  });
});

describe("a node that cannot be used says why", () => {
  test.each(["{}", "[]", '{"error":"no route"}', '[{"id":0,"jsonrpc":"2.0","error":"no"}]'])(
    "a proxy in front of it answers %s",
    async (body) => {
      const proxy = createServer((_, response) => void response.end(body)).listen(0, "127.0.0.1");
      await once(proxy, "listening");
      const { port } = proxy.address() as AddressInfo;
      const rpc = coreRpc({ url: `http://u:p@127.0.0.1:${port}`, cookieFile: null });
      const why = "sent a response that is not Bitcoin Core's. Does a proxy";
      await expect(rpc([["getblockcount"]])).rejects.toThrow(why);
      proxy.close();
    },
  );

  test.each([
    ["busy", "too busy"],
    ["not-allowed", "see its rpcallowip"],
    ["whitelist", "to its rpcwhitelist"],
    ["warming-up", "is starting: Verifying blocks"],
    ["rescanning", "looks through old blocks (42 %)"],
    ["500", "status 500. Does a proxy"],
    ["429-json", "status 429. Does a proxy"],
    ["html-200", "not Bitcoin Core's. Does a proxy"],
  ])("%s", async (fault, why) => {
    const source = freshSource();
    await source.tip();
    await world.setFaults({ core: fault });
    const address = freshAddress();
    for (const request of [
      () => source.tip(),
      () => source.historyOf(address),
      () => source.updatesSince?.(null),
    ]) {
      const failure = request();
      await expect(failure).rejects.toThrow(ChainUnavailable);
      await expect(failure).rejects.toThrow(why);
    }
    await world.setFaults({ core: null });
    expect((await source.tip()).height).toBeGreaterThan(0);
  });

  test("a wrong password, which is not repeated", async () => {
    const url = new URL(world.core.url);
    url.password = "open-sesame";
    const failure = coreSourceFor({ url: url.href }, world.addresses.key).tip();
    await expect(failure).rejects.toThrow("refuses user and password");
    await expect(failure).rejects.not.toThrow("sesame");
  });

  test("no node at all, without the password", async () => {
    const failure = coreSourceFor(
      { url: "http://shop:sesame@127.0.0.1:9" },
      world.addresses.key,
    ).tip();
    await expect(failure).rejects.toThrow("Bitcoin Core at 127.0.0.1:9 ");
    await expect(failure).rejects.not.toThrow("sesame");
  });

  test("a call that it does not permit, by its name", async () => {
    await world.setFaults({ core: "whitelist" });
    await expect(freshSource().tip()).rejects.toThrow(
      "does not let the shop call getnetworkinfo, getblockchaininfo: add",
    );
  });

  const catchingUp = "is still catching up";
  test.each([
    ["mainnet, whose tip is old", "mainnet", "main", 0, catchingUp],
    ["mainnet, which downloads", "mainnet", "main", 5, catchingUp],
    ["signet, whose tip is old", "signet", "signet", 0, null],
    ["signet, which downloads", "signet", "signet", 5, catchingUp],
    ["testnet, whose tip is old", "testnet", "testnet4", 0, null],
    ["regtest, whose tip is old", "regtest", "regtest", 0, null],
  ] as const)("%s", async (_what, network, chain, missing, why) => {
    const rpc = coreRpc({ ...world.core, cookieFile: null });
    /** As a node answers whose tip is older than a day. */
    const old: CoreRpc = async (calls, options) => {
      const answers = await rpc(calls, options);
      return answers.map((answer, at) => {
        if (calls[at]?.[0] !== "getblockchaininfo" || answer.error) return answer;
        const info = answer.result as { blocks: number };
        const headers = info.blocks + missing;
        return { error: null, result: { ...info, chain, headers, initialblockdownload: true } };
      });
    };
    const name = `old-${network}-${missing}`;
    const issued = () => Promise.resolve({ nextIndex: 0, since: null });
    const tip = coreSource(old, { name, network, key: world.addresses.key, issued }).tip();
    if (why === null) expect((await tip).height).toBeGreaterThan(0);
    else await expect(tip).rejects.toThrow(why);
  });

  test("a network that is not the shop's", async () => {
    const { key } = world.addresses;
    const issued = () => Promise.resolve({ nextIndex: 0, since: null });
    const rpc = coreRpc({ ...world.core, cookieFile: null });
    const source = coreSource(rpc, { name: "other", network: "mainnet", key, issued });
    await expect(source.tip()).rejects.toThrow(
      'is on the network "regtest", the shop on "mainnet"',
    );
  });
});

test("the cookie is read anew when the node has written another one", async () => {
  const { cookieFile } = world.core;
  const source = coreSourceFor({ url: cookieUrl(), cookieFile }, world.addresses.key);
  const cookie = readFileSync(cookieFile, "utf8");
  writeFileSync(cookieFile, "__cookie__:of-another-start");
  await expect(source.tip()).rejects.toThrow("refuses the cookie");
  writeFileSync(cookieFile, cookie);
  expect((await source.tip()).height).toBeGreaterThan(0);
  const missing = coreSourceFor({ url: cookieUrl(), cookieFile: "/nowhere" }, world.addresses.key);
  await expect(missing.tip()).rejects.toThrow("has no cookie file at /nowhere");
});
