import { afterAll, beforeAll } from "vitest";
import { z } from "zod";
import { formatBtc } from "#lib/money.ts";
import { type AccountKey, addressAt, parseAccountKey } from "#shop/payments/wallet/address.ts";
import type { BlockRef, ChainSource } from "#shop/payments/chain/chain.ts";
import { coreRpc, type CoreRpc, parseResult } from "#shop/payments/chain/core-rpc.server.ts";
import { coreSource } from "#shop/payments/chain/core.server.ts";
import { esploraSource } from "#shop/payments/chain/esplora.server.ts";
import { merchantXpub } from "../sandbox/chain/keys.ts";
import { openFromPool } from "./embedded-pool.ts";
import { startTestSandbox } from "./make.ts";

/** A chain that a test controls, and a source that reads it. */
export interface TestChain {
  source: () => ChainSource;
  freshAddress: () => string;
  pay: (outputs: { address: string; sats: number }[]) => Promise<string>;
  mine: (count: number) => Promise<BlockRef>;
  /** Replaces the newest blocks by a longer empty branch; their transactions are unconfirmed again. */
  reorg: (depth: number) => Promise<void>;
  /** Replaces the transaction by one that pays only its sender. */
  replace: (txid: string) => Promise<string>;
  /** Evicts it from the mempool; null if the chain does not support it. */
  evict: ((txid: string) => Promise<void>) | null;
  /** Sets a fault; null if the chain has none. */
  setFault: ((fault: string | null) => Promise<unknown>) | null;
  close: () => Promise<void>;
}

/** The chains that every source must pass the same tests with. */
export const testChains: [name: string, open: () => Promise<TestChain>][] = [
  ["Esplora", () => openSandboxChain("esplora")],
  ["Bitcoin Core's stand-in", () => openSandboxChain("core")],
];
const realCore = process.env.TEST_BITCOIN_RPC_URL;
if (realCore) testChains.push(["Bitcoin Core on regtest", () => openRegtest(realCore)]);

/** Opens a chain for all tests of a suite. */
export function useChain(open: () => Promise<TestChain>): () => TestChain {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await open();
  });
  afterAll(() => chain.close());
  return () => chain;
}

/** A source that reads Bitcoin Core by a watch-only wallet of this name. */
export function coreSourceFor(
  access: { url: string; cookieFile?: string | null },
  key: AccountKey,
  options: { name?: string; since?: Date | null } = {},
): ChainSource {
  const { name = "satchel", since = null } = options;
  const issued = () => Promise.resolve({ nextIndex: 0, since });
  const rpc = coreRpc({ cookieFile: null, ...access });
  return coreSource(rpc, { name, network: "regtest", key, issued });
}

async function openSandboxChain(host: "esplora" | "core"): Promise<TestChain> {
  const [world, headers] = await Promise.all([startTestSandbox(), openFromPool()]);
  const { key } = world.addresses;
  let issued = 0;
  // Both Esplora hosts of the sandbox, as two that agree.
  const urls = ["esplora", "esplora2"].map((name) => `${world.url}/${name}`);
  const sink = addressAt(key, 10_000);
  const txidOf = (path: string, body: unknown) =>
    world.send<{ txid: string }>("POST", path, body).then(({ txid }) => txid);
  return {
    source: () =>
      host === "esplora"
        ? esploraSource({ db: headers.db, urls, network: "regtest" })
        : coreSourceFor(world.core, key),
    freshAddress: () => addressAt(key, issued++),
    pay: (outputs) => txidOf("/sandbox/wallet/payments", { outputs }),
    mine: world.mine,
    reorg: (depth) => world.send("POST", "/sandbox/chain/reorgs", { depth, readd: true }),
    replace: (txid) =>
      txidOf("/sandbox/chain/replacements", { txid, outputs: [{ address: sink, sats: 1000 }] }),
    evict: (txid) => world.send("POST", "/sandbox/chain/evictions", { txid }),
    setFault: (fault) =>
      world.setFaults(host === "core" ? { core: fault } : { esplora: fault, esplora2: fault }),
    close: async () => {
      await Promise.all([world.close(), headers.close()]);
    },
  };
}

/** Opens a running `bitcoind -regtest`: mines to one wallet, and reads with another. */
async function openRegtest(url: string): Promise<TestChain> {
  const cookieFile = process.env.TEST_BITCOIN_RPC_COOKIE_FILE ?? null;
  const rpc = coreRpc({ url, cookieFile });
  const miner = `miner-${Date.now()}`;
  const watcher = `watcher-${Date.now()}`;
  const call = callerOf(rpc, miner);
  await call("createwallet", { wallet_name: miner });
  const home = z.string().parse(await call("getnewaddress"));
  await call("generatetoaddress", { nblocks: 101, address: home });
  // A derivation branch of its own for each run, since the chain contains earlier runs.
  const branch = Date.now() % 2 ** 31;
  const parsed = parseAccountKey(`wpkh(${merchantXpub()}/${branch}/*)`, "regtest");
  if (!parsed.ok) throw new Error(parsed.error);
  const key = parsed.value;
  let issued = 0;
  const tip = z.object({ blocks: z.int(), bestblockhash: z.string() });
  return {
    source: () => coreSourceFor({ url, cookieFile }, key, { name: watcher }),
    freshAddress: () => addressAt(key, issued++),
    pay: async (outputs) => {
      const amounts = Object.fromEntries(
        outputs.map(({ address, sats }) => [address, formatBtc(sats)]),
      );
      const sent = await call("send", { outputs: amounts, fee_rate: 5 });
      return z.object({ txid: z.string() }).parse(sent).txid;
    },
    mine: async (count) => {
      await call("generatetoaddress", { nblocks: count, address: home });
      const { blocks, bestblockhash } = tip.parse(await call("getblockchaininfo"));
      return { height: blocks, hash: bestblockhash };
    },
    reorg: async (depth) => {
      const { blocks } = tip.parse(await call("getblockchaininfo"));
      const blockhash = await call("getblockhash", { height: blocks - depth + 1 });
      await call("invalidateblock", { blockhash });
      for (let i = 0; i <= depth; i++) {
        await call("generateblock", { output: home, transactions: [] });
      }
    },
    replace: async (txid) => {
      const bumped = await call("bumpfee", {
        txid,
        options: { fee_rate: 50, outputs: [{ [home]: 0.0001 }] },
      });
      return z.object({ txid: z.string() }).parse(bumped).txid;
    },
    evict: null,
    setFault: null,
    close: async () => {
      for (const name of [miner, watcher]) await call("unloadwallet", { wallet_name: name });
    },
  };
}

function callerOf(rpc: CoreRpc, wallet: string) {
  return async (method: string, params?: Record<string, unknown>): Promise<unknown> => {
    const ofNode = method === "createwallet" || method === "unloadwallet";
    const options = { timeoutMs: 60_000, ...(!ofNode && { wallet }) };
    const [response] = await rpc([[method, params]], options);
    return parseResult(z.unknown(), response);
  };
}
