import type BcoinChain from "bcoin/lib/blockchain/chain.js";
import Miner from "bcoin/lib/mining/miner.js";
import type Block from "bcoin/lib/primitives/block.js";
import KeyRing from "bcoin/lib/primitives/keyring.js";
import MTX from "bcoin/lib/primitives/mtx.js";
import type TX from "bcoin/lib/primitives/tx.js";
import { expect, test } from "vitest";
import { merkleBranch } from "../../../sandbox/chain/hash.ts";
import { openBcoin } from "../../../sandbox/test-bcoin.ts";
import { displayHash, readHeader } from "./block-header.ts";
import { merkleRootOf } from "./merkle-proof.ts";
import { readTransaction } from "./raw-transaction.ts";

/** A coinbase can be spent after this many blocks. */
const COINBASE_MATURITY = 100;
const GENESIS = "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206";

/** Creates a key for each kind of address that bcoin can sign for. */
function createKeys(): KeyRing[] {
  return [
    { witness: false, nested: false },
    { witness: true, nested: true },
    { witness: true, nested: false },
  ].map((kind) => Object.assign(KeyRing.generate(), kind));
}

/**
 * Mines a chain with bcoin: coinbases until the first ones can be spent, then blocks of a growing number of
 * transactions, which spend and pay every kind of address.
 */
async function mineChain(node: BcoinChain, keys: readonly KeyRing[]): Promise<Block[]> {
  const [first, ...others] = keys;
  if (!first) throw new Error("no key");
  const miner = new Miner({ chain: node, addresses: [first.getAddress()] });
  const blocks: Block[] = [];
  const mine = async (txs: readonly MTX[]) => {
    const job = await miner.cpu.createJob();
    for (const tx of txs) expect(job.addTX(tx.toTX(), tx.view)).toBe(true);
    job.refresh();
    const block = await job.mineAsync();
    await node.add(block);
    blocks.push(block);
  };

  for (let i = 0; i < COINBASE_MATURITY + 8; i += 1) await mine([]);
  // Transactions that spend what the earlier ones paid to the other keys.
  const payments: MTX[] = [];
  for (let size = 0; size < 9; size += 1) {
    const coinbase = blocks[size]?.txs[0];
    if (!coinbase) throw new Error("no coinbase");
    const payment = sign(coinbase, { height: size + 1, index: 0, key: first }, (mtx) => {
      for (const key of others) mtx.addOutput(key.getAddress(), 1_000_000_000 + size);
    });
    await mine([payment, ...payments.splice(0, size)]);
    for (const [index, key] of others.entries())
      payments.push(
        sign(payment.toTX(), { height: node.tip.height, index, key }, (mtx) =>
          mtx.addOutput(first.getAddress(), 1_000_000_000 - size),
        ),
      );
  }
  return blocks;
}

/** Signs a transaction that spends an output of `tx`, which is in the block at `height`. */
function sign(
  tx: TX,
  { height, index, key }: { height: number; index: number; key: KeyRing },
  pay: (mtx: MTX) => void,
): MTX {
  const mtx = new MTX();
  mtx.addTX(tx, index, height);
  pay(mtx);
  expect(mtx.sign(key)).toBe(1);
  return mtx;
}

test("blocks of bcoin are read and verified", async () => {
  const node = await openBcoin();
  const keys = createKeys();
  const blocks = await mineChain(node, keys);
  let previous = GENESIS;
  let transactions = 0;
  for (const [index, block] of blocks.entries()) {
    const hex = block.toRaw().toString("hex", 0, 80);
    const header = readHeader(hex, "regtest", new Date());
    expect(header).toMatchObject({ ok: true, value: { hash: block.rhash(), previous } });
    if (!header.ok) return;
    previous = header.value.hash;

    const leaves = block.txs.map((tx) => tx.hash());
    for (const [pos, tx] of block.txs.entries()) {
      const read = readTransaction(tx.toRaw().toString("hex"));
      expect(read).toMatchObject({
        ok: true,
        value: { txid: tx.txid(), coinbaseHeight: pos === 0 ? index + 1 : null },
      });
      if (!read.ok) return;
      expect(read.value.outputs).toEqual(
        tx.outputs.map(({ value, script }) => {
          return { sats: value, script: script.toRaw().toString("hex") };
        }),
      );
      const branch = merkleBranch(leaves, pos).map(displayHash);
      const { merkleRoot } = header.value;
      expect(merkleRootOf(tx.txid(), { merkle: branch, pos })).toBe(merkleRoot);
      // Another transaction, or another place, is not in the block.
      expect(merkleRootOf("ab".repeat(32), { merkle: branch, pos })).not.toBe(merkleRoot);
      if (pos > 0)
        expect(merkleRootOf(tx.txid(), { merkle: branch, pos: pos - 1 })).not.toBe(merkleRoot);
      transactions += 1;
    }
  }
  expect(previous).toBe(node.tip.rhash());
  expect(transactions).toBeGreaterThan(120);
});
