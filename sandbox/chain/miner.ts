import { RawTx } from "@scure/btc-signer";
import { type Block, REGTEST_BITS } from "./block.ts";
import { MAX_BLOCK_WEIGHT, MEDIAN_BLOCKS, medianTimePast, subsidyAt } from "./consensus.ts";
import { internalHash, merkleRoot, sha256d } from "./hash.ts";
import type { Ledger } from "./ledger.ts";
import { isFinal, meetsSequenceLocks } from "./locks.ts";
import { NO_TXID, parseTx } from "./tx.ts";
import type { Tx } from "./tx.ts";

const VERSION = 0x20000000;
// What Bitcoin Core leaves of the weight for the header and the coinbase.
const RESERVED_WEIGHT = 8_000;
// Each output script that an address stands for has at most one signature operation, which costs 4
// of the 80,000 that a block may have.
const MAX_BLOCK_OUTPUTS = 15_000;

/** A block to mine on; `times` are those of its predecessors and its own, oldest first. */
export type Parent = { hash: string; height: number; times: readonly number[] };

/** Returns the block at `height` as the parent of another one. */
export function parentAt(ledger: Ledger, height: number): Parent {
  const from = Math.max(0, height + 1 - MEDIAN_BLOCKS);
  const blocks = Array.from({ length: height + 1 - from }, (_, i) => ledger.blockAt(from + i));
  const hash = blocks.at(-1)?.hash;
  if (hash === undefined) throw new Error(`there is no block at height ${height}`);
  return { hash, height, times: blocks.flatMap((block) => block?.time ?? []) };
}

/** Returns the block that was mined on `parent` as the parent of another one. */
export function childOf(parent: Parent, { hash, time }: Block): Parent {
  return { hash, height: parent.height + 1, times: [...parent.times, time] };
}

/** Returns the unconfirmed transactions (parents first) that the next block can hold. */
export function selectTxs(ledger: Ledger): Tx[] {
  let weight = RESERVED_WEIGHT;
  let outputs = 0;
  const left = new Set<string>();
  return ledger.mempool().filter((tx) => {
    const fits =
      weight + tx.weight <= MAX_BLOCK_WEIGHT && outputs + tx.outputs.length <= MAX_BLOCK_OUTPUTS;
    // A reorganisation can close a lock again that was open when the transaction arrived.
    const isOpen = isFinal(ledger, tx) && meetsSequenceLocks(ledger, tx);
    if (!fits || !isOpen || tx.inputs.some(({ txid }) => left.has(txid))) {
      left.add(tx.txid);
      return false;
    }
    weight += tx.weight;
    outputs += tx.outputs.length;
    return true;
  });
}

/**
 * Mines a block that holds `txs` and pays the subsidy and their fees (sats) to `script`. Its time is
 * `now` (Unix seconds) where the times before it allow that; `salt` are the 8 bytes that distinguish
 * its coinbase from others at the same height.
 */
export function mineBlock(
  parent: Parent,
  txs: readonly Tx[],
  options: { fees: number; script: string; now: number; salt: Uint8Array },
): { header: string; coinbase: Tx } {
  const height = parent.height + 1;
  const reward = { value: subsidyAt(height) + options.fees, script: options.script };
  const coinbase = buildCoinbase(height, reward, txs, options.salt);
  const time = Math.max(options.now, medianTimePast(parent.times) + 1);
  return { header: mineHeader(parent.hash, time, [coinbase, ...txs]), coinbase };
}

/** Mines the header of the block that holds `txs` (coinbase first) on top of `previous`. */
function mineHeader(previous: string, time: number, txs: readonly Tx[]): string {
  const header = Buffer.alloc(80);
  header.writeInt32LE(VERSION, 0);
  internalHash(previous).copy(header, 4);
  merkleRoot(txs.map((tx) => internalHash(tx.txid))).copy(header, 36);
  header.writeUInt32LE(time, 68);
  header.writeUInt32LE(REGTEST_BITS, 72);
  // The target is all ones below its top bit, so the hash meets it when its highest bit is 0.
  for (let nonce = 0; ((sha256d(header)[31] as number) & 0x80) !== 0; nonce++) {
    header.writeUInt32LE(nonce + 1, 76);
  }
  return header.toString("hex");
}

/**
 * Builds the coinbase of the block at `height` holding `txs`: the BIP34 height in its input, the
 * reward (sats), and the BIP141 commitment to the witnesses of the block.
 */
function buildCoinbase(
  height: number,
  reward: { value: number; script: string },
  txs: readonly Tx[],
  salt: Uint8Array,
): Tx {
  const reserved = Buffer.alloc(32);
  const witnessRoot = merkleRoot([reserved, ...txs.map((tx) => internalHash(tx.wtxid))]);
  const commitment = sha256d(Buffer.concat([witnessRoot, reserved]));
  const heightScript = Buffer.concat([
    pushHeight(height),
    // So that two blocks at one height (a reorganisation) never share their coinbase.
    Buffer.concat([Buffer.of(8), salt]),
  ]);
  const bytes = RawTx.encode({
    version: 2,
    segwitFlag: true,
    inputs: [
      {
        txid: Buffer.from(NO_TXID, "hex"),
        index: 0xffffffff,
        finalScriptSig: heightScript,
        sequence: 0xffffffff,
      },
    ],
    outputs: [
      { amount: BigInt(reward.value), script: Buffer.from(reward.script, "hex") },
      { amount: 0n, script: Buffer.concat([Buffer.from("6a24aa21a9ed", "hex"), commitment]) },
    ],
    witnesses: [[reserved]],
    lockTime: 0,
  });
  return parseTx(Buffer.from(bytes).toString("hex"));
}

/** Returns a block height as BIP34 wants it: the shortest script that pushes the number. */
function pushHeight(height: number): Buffer {
  if (height <= 16) return Buffer.of(0x50 + height);
  const digits: number[] = [];
  for (let value = height; value > 0; value = Math.floor(value / 256)) digits.push(value % 256);
  // A top bit would read as a minus sign.
  if ((digits.at(-1) ?? 0) >= 0x80) digits.push(0);
  return Buffer.of(digits.length, ...digits);
}
