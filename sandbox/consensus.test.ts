import { HDKey } from "@scure/bip32";
import { p2pkh, p2sh, p2tr, p2wpkh, p2wsh, Transaction } from "@scure/btc-signer";
import MerkleBlock from "bcoin/lib/primitives/merkleblock.js";
import { expect, test } from "vitest";
import { internalHash } from "./chain/hash.ts";
import { walletKeys } from "./chain/keys.ts";
import { REGTEST, scriptOfAddress } from "./chain/network.ts";
import { merkleBlockHex } from "./core/merkle-block.ts";
import { openSandboxAndBcoin } from "./test-bcoin.ts";

const seed = new Uint8Array(32).fill(7);
const key = HDKey.fromMasterSeed(seed).publicKey ?? seed;
const address = p2wpkh(key, REGTEST).address ?? "";
const addresses = [
  address,
  p2pkh(key, REGTEST).address ?? "",
  p2sh(p2wpkh(key, REGTEST), REGTEST).address ?? "",
  p2wsh(p2pkh(key, REGTEST), REGTEST).address ?? "",
  p2tr(key.slice(1), undefined, REGTEST).address ?? "",
];

test("bcoin accepts every block of a story, and follows each reorganisation", async () => {
  const { chain, sync } = await openSandboxAndBcoin();
  const { ledger } = chain;
  await sync();

  // Payments to every kind of address, one at a time and together.
  for (const to of addresses) chain.pay([{ address: to, sats: 1 }]);
  chain.pay(addresses.map((to, index) => ({ address: to, sats: 1_000_000_000 * (index + 1) })));
  chain.mine(1);
  await sync();

  // A fee bump, a replacement that pays somebody else, and an eviction.
  const bumped = chain.replace(chain.pay([{ address, sats: 5_000 }]));
  const redirected = chain.replace(chain.pay([{ address, sats: 5_500 }]), [
    { address: addresses[1] ?? "", sats: 5_500 },
  ]);
  const evicted = chain.pay([{ address, sats: 6_000 }]);
  chain.evict(evicted);
  chain.mine(2);
  expect(ledger.tx(evicted)).toBeUndefined();
  expect([bumped, redirected].map((txid) => ledger.place(txid)?.height)).toEqual(
    Array(2).fill(ledger.tip.height - 1),
  );
  await sync();

  // More than the wallet has in one coin, so that it spends change before a block holds it.
  for (let i = 0; i < 4; i++) chain.pay([{ address, sats: 40_000_000_000 / 2 ** i }]);
  chain.mine(1);
  chain.reorg(1, true);
  expect(ledger.mempool()).toHaveLength(4);
  await sync();
  chain.mine(3);
  await sync();
  chain.reorg(6, false);
  expect(ledger.mempool()).toEqual([]);
  await sync();

  // Past the second halving.
  chain.pay([{ address, sats: 7_000 }]);
  chain.mine(200);
  chain.reorg(100, true);
  await sync();
  expect(ledger.tip.height).toBeGreaterThan(300);
  const [coinbase = ""] = ledger.tip.txids;
  expect(ledger.output(coinbase, 0)?.value).toBe(1_250_000_000);
});

test("blocks that are mined in one moment keep to the clock, as far as the median time allows", async () => {
  const { chain, sync } = await openSandboxAndBcoin();
  chain.mine(60);
  // Each block is later than the median of eleven: six blocks share a second.
  expect(chain.ledger.tip.time - Date.now() / 1000).toBeLessThan(20);
  await sync();
});

test("a mempool that exceeds a block is spread over several", async () => {
  const { chain, sync } = await openSandboxAndBcoin();
  const outputs = Array.from({ length: 500 }, () => ({ address, sats: 1 }));
  for (let i = 0; i < 45; i++) chain.pay(outputs);
  chain.mine(1);
  expect(chain.ledger.mempool().length).toBeGreaterThan(0);
  chain.mine(1);
  expect(chain.ledger.mempool()).toEqual([]);
  await sync();
});

test.each<[string, Lock, string]>([
  ["a height", { locktime: 2, sequence: 0xfffffffe }, "non-final"],
  ["a number of blocks (BIP 68)", { locktime: 0, sequence: 3 }, "non-BIP68-final"],
])("a transaction locked until %s is taken once it can be mined", async (_lock, lock, reason) => {
  const { chain, sync } = await openSandboxAndBcoin();
  chain.pay([{ address, sats: 1_000 }]);
  chain.mine(1);
  // Its change is a coin of the newest block.
  const { ledger } = chain;
  const coin = ledger.coins(chain.wallet.script).findLast(({ height }) => height !== undefined);
  if (!coin) throw new Error("the wallet has no coin");
  const locktime = lock.locktime && ledger.tip.height + lock.locktime;
  const hex = spend(coin, { ...lock, locktime });

  for (let blocks = 0; blocks < 2; blocks++) {
    expect(() => chain.broadcast(hex)).toThrow(reason);
    chain.mine(1);
  }
  const txid = chain.broadcast(hex);
  chain.mine(1);
  expect(ledger.place(txid)?.height).toBe(ledger.tip.height);
  await sync();
});

type Lock = { locktime: number; sequence: number };

/** Signs a transaction that spends one coin of the sandbox's wallet under this lock. */
function spend(coin: { txid: string; vout: number; value: number }, lock: Lock): string {
  const { privateKey, publicKey } = walletKeys();
  const own = p2wpkh(publicKey, REGTEST);
  const tx = new Transaction({ version: 2, lockTime: lock.locktime });
  tx.addInput({
    txid: coin.txid,
    index: coin.vout,
    sequence: lock.sequence,
    witnessUtxo: { script: own.script, amount: BigInt(coin.value) },
  });
  tx.addOutput({
    script: Buffer.from(scriptOfAddress(address), "hex"),
    amount: BigInt(coin.value - 1_000),
  });
  tx.sign(privateKey);
  tx.finalize();
  return tx.hex;
}

test("bcoin accepts the proof that a transaction is in a block", async () => {
  const { chain } = await openSandboxAndBcoin();
  // From a block with its coinbase only to a proof with more than a byte of flags.
  for (const payments of [0, 1, 2, 4, 20]) {
    for (let index = 0; index < payments; index += 1) chain.pay([{ address, sats: 1_000 }]);
    chain.mine(1);
    const { tip } = chain.ledger;
    for (const [position, txid] of tip.txids.entries()) {
      const proof = MerkleBlock.fromRaw(Buffer.from(merkleBlockHex(tip, position), "hex"));
      expect(proof.rhash()).toBe(tip.hash);
      expect(proof.verify()).toBe(true);
      const proven = tip.txids.filter((id) => proof.hasTX(internalHash(id).toString("hex")));
      expect(proven).toEqual([txid]);
    }
  }
});
