// Bcoin, an independent implementation of Bitcoin's consensus rules, validates the sandbox's blocks.
import { HDKey } from "@scure/bip32";
import { p2pkh, p2sh, p2tr, p2wpkh, p2wsh } from "@scure/btc-signer";
import BcoinChain from "bcoin/lib/blockchain/chain.js";
import { thresholdStates } from "bcoin/lib/blockchain/common.js";
import Block from "bcoin/lib/primitives/block.js";
import networks from "bcoin/lib/protocol/network.js";
import { expect, onTestFinished, test } from "vitest";
import { sha256d } from "./chain/hash.ts";
import { mineBlock, type Parent, parentAt } from "./chain/miner.ts";
import { REGTEST } from "./chain/network.ts";
import { parseTx, type Tx } from "./chain/tx.ts";
import { createApp } from "./http/app.ts";
import { temporaryDir } from "./test-sandbox.ts";
import { openWorld } from "./world.ts";

const seed = new Uint8Array(32).fill(7);
const key = HDKey.fromMasterSeed(seed).publicKey ?? seed;
const addresses = [
  p2pkh(key, REGTEST).address,
  p2sh(p2wpkh(key, REGTEST), REGTEST).address,
  p2wpkh(key, REGTEST).address,
  p2wsh(p2pkh(key, REGTEST), REGTEST).address,
  p2tr(key.slice(1), undefined, REGTEST).address,
] as const;
const [address] = addresses;

/** Opens a fully validating node in memory. */
async function openNode(): Promise<BcoinChain> {
  const network = networks.get("regtest");
  // As on Bitcoin Core's regtest, the soft forks are active from the first block, unannounced.
  Object.assign(network.block, { bip34height: 1, bip65height: 1, bip66height: 1 });
  const node = new BcoinChain({ network, memory: true, checkpoints: false });
  node.getState = () => Promise.resolve(thresholdStates.ACTIVE);
  await node.open();
  onTestFinished(() => node.close());
  return node;
}

/** Opens a sandbox, and a node that gets its blocks as Esplora serves them. */
async function openBoth() {
  const world = openWorld(temporaryDir());
  const { chain } = world;
  const app = createApp(world);
  const node = await openNode();
  const known = new Set<string>();

  const get = async (path: string) => {
    const answer = await app.request(`/esplora${path}`);
    expect(answer.status).toBe(200);
    return answer;
  };
  /** Gives the node the blocks that are new since the last time, and expects it to follow. */
  const sync = async () => {
    for (let height = 1; height <= chain.ledger.tip.height; height++) {
      const hash = chain.ledger.blockAt(height)?.hash ?? "";
      if (known.has(hash)) continue;
      known.add(hash);
      const raw = await (await get(`/block/${hash}/raw`)).arrayBuffer();
      const block = Block.fromRaw(Buffer.from(raw));
      expect(block.rhash()).toBe(hash);
      const txids = (await (await get(`/block/${hash}/txids`)).json()) as string[];
      expect(block.txs.map((tx) => tx.rhash())).toEqual(txids);
      await node.add(block);
    }
    const { hash, height } = chain.ledger.tip;
    expect({ hash: node.tip.rhash(), height: node.tip.height }).toEqual({ hash, height });
  };
  return { chain, node, sync };
}

test("a full node accepts every block, and follows each reorganisation", async () => {
  const { chain, sync } = await openBoth();
  await sync();

  for (const to of addresses) chain.pay([{ address: to, sats: 1 }]);
  chain.pay(addresses.map((to, index) => ({ address: to, sats: 1_000_000_000 * (index + 1) })));
  chain.mine(1);
  await sync();

  const replaced = chain.pay([{ address, sats: 5_000 }]);
  const replacement = chain.replace(replaced);
  const evicted = chain.pay([{ address, sats: 6_000 }]);
  chain.evict(evicted);
  chain.mine(2);
  expect(chain.ledger.tx(replaced)).toBeUndefined();
  expect(chain.ledger.place(replacement)).toBeDefined();
  await sync();

  // More than the wallet has in one coin, so that it spends change before a block holds it.
  for (let i = 0; i < 4; i++) chain.pay([{ address, sats: 40_000_000_000 / 2 ** i }]);
  chain.mine(1);
  chain.reorg(1, true);
  expect(chain.ledger.mempool()).toHaveLength(4);
  await sync();
  chain.mine(3);
  await sync();
  chain.reorg(6, false);
  expect(chain.ledger.mempool()).toEqual([]);
  await sync();

  // Past the first two halvings.
  chain.pay([{ address, sats: 7_000 }]);
  chain.mine(200);
  chain.reorg(100, true);
  await sync();
  expect(chain.ledger.tip.height).toBeGreaterThan(300);
  const [coinbase = ""] = chain.ledger.tip.txids;
  expect(chain.ledger.output(coinbase, 0)?.value).toBe(1_250_000_000);
});

test("a mempool that exceeds a block is spread over several", async () => {
  const { chain, sync } = await openBoth();
  const outputs = Array.from({ length: 500 }, () => ({ address, sats: 1 }));
  for (let i = 0; i < 45; i++) chain.pay(outputs);
  chain.mine(1);
  expect(chain.ledger.mempool().length).toBeGreaterThan(0);
  chain.mine(1);
  expect(chain.ledger.mempool()).toEqual([]);
  await sync();
});

test("a full node refuses blocks that break a rule", async () => {
  const { chain, node, sync } = await openBoth();
  const { ledger, wallet } = chain;
  const paid = ledger.tx(chain.pay([{ address, sats: 5_000 }])) as Tx;
  await sync();
  const parent = parentAt(ledger, ledger.tip.height);
  const fees = ledger.fee(paid);

  const mine = (txs: readonly Tx[], options: { fees?: number; parent?: Partial<Parent> } = {}) => {
    const now = Math.floor(Date.now() / 1000);
    const reward = { fees: options.fees ?? fees, script: wallet.script };
    const block = mineBlock({ ...parent, ...options.parent }, txs, {
      ...reward,
      now: options.parent?.times ? 0 : now,
      salt: Buffer.alloc(8),
    });
    const count = (txs.length + 1).toString(16).padStart(2, "0");
    return block.header + count + [block.coinbase, ...txs].map(({ hex }) => hex).join("");
  };
  const refuses = async (hex: string, reason: string) => {
    const block = Block.fromRaw(Buffer.from(hex, "hex"));
    await expect(node.add(block)).rejects.toMatchObject({ reason });
    expect(node.tip.rhash()).toBe(parent.hash);
  };

  const valid = mine([paid]);
  await refuses(
    withHeader(valid, (header) => header.fill(0xff, 36, 68)),
    "bad-txnmrklroot",
  );
  await refuses(withoutWork(valid), "high-hash");
  await refuses(mine([paid], { fees: fees + 1 }), "bad-cb-amount");
  await refuses(mine([paid], { parent: { times: [0] } }), "time-too-old");

  const [signature = ""] = paid.inputs[0]?.witness ?? [];
  const end = signature.slice(-4, -2);
  const forged = signature.slice(0, -4) + (end === "01" ? "02" : "01") + signature.slice(-2);
  const badSignature = parseTx(paid.hex.replace(signature, forged));
  expect(badSignature.txid).toBe(paid.txid);
  await refuses(mine([badSignature]), "mandatory-script-verify-flag-failed");

  const height = ledger.tip.height - 98;
  const [txid = ""] = ledger.blockAt(height)?.txids ?? [];
  const immature = { txid, vout: 0, value: 5_000_000_000, height };
  const plan = { payees: [], coins: [], mustSpend: [immature], feeRate: 1 };
  const early = wallet.buildPayment(plan);
  await refuses(mine([parseTx(early)], { fees: 0 }), "bad-txns-premature-spend-of-coinbase");
  expect(() => chain.broadcast(early)).toThrow("bad-txns-premature-spend-of-coinbase");

  // Nothing else was wrong with them.
  await node.add(Block.fromRaw(Buffer.from(valid, "hex")));
});

/** Changes the header of a block, and mines it again. */
function withHeader(block: string, change: (header: Buffer) => void): string {
  const header = Buffer.from(block.slice(0, 160), "hex");
  change(header);
  for (let nonce = 0; !hasWork(header); nonce++) header.writeUInt32LE(nonce, 76);
  return header.toString("hex") + block.slice(160);
}

/** Changes the nonce of a block to one that misses the target. */
function withoutWork(block: string): string {
  const header = Buffer.from(block.slice(0, 160), "hex");
  for (let nonce = 0; hasWork(header); nonce++) header.writeUInt32LE(nonce, 76);
  return header.toString("hex") + block.slice(160);
}

function hasWork(header: Buffer): boolean {
  return ((sha256d(header)[31] as number) & 0x80) === 0;
}
