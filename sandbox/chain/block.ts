import { CompactSize, RawTx } from "@scure/btc-signer";
import { displayHash, internalHash, merkleRoot, sha256d } from "./hash.ts";
import { NO_TXID, parseTx } from "./tx.ts";
import type { Tx } from "./tx.ts";

const VERSION = 0x20000000;
/** Regtest's compact target, which about every second header hash meets. */
export const REGTEST_BITS = 0x207fffff;
/** The same target as a displayed hash. */
const REGTEST_TARGET = `7fffff${"0".repeat(58)}`;
/** Regtest halves the subsidy every 150 blocks (Bitcoin Core, chainparams.cpp). */
const HALVING_BLOCKS = 150;
const FIRST_SUBSIDY_SATS = 50 * 100_000_000;
/** A coinbase can be spent this many blocks later. */
export const COINBASE_MATURITY = 100;
/** The most that the transactions of a block may weigh, less some room for the coinbase and the header. */
export const MAX_TXS_WEIGHT = 4_000_000 - 8_000;

/** A block of the best chain: header is the 80 bytes in hex, time in Unix seconds. */
export type Block = {
  hash: string;
  header: string;
  version: number;
  previous: string;
  merkleRoot: string;
  time: number;
  bits: number;
  nonce: number;
  txids: string[];
  size: number;
  weight: number;
};

/** The real regtest genesis block, so that a client can identify the network by its hash. */
export const GENESIS = {
  header:
    "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e" +
    "67768f617fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f2002000000",
  coinbase:
    "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d01" +
    "04455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f662073" +
    "65636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe55482719" +
    "67f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a" +
    "4c702b6bf11d5fac00000000",
};

/** Reads an 80-byte header in hex and joins it with the transactions it commits to. */
export function readBlock(header: string, txs: readonly Tx[]): Block {
  const bytes = Buffer.from(header, "hex");
  if (bytes.length !== 80) throw new Error("a block header has 80 bytes");
  const overhead = 80 + (txs.length < 0xfd ? 1 : 3);
  const sum = (part: (tx: Tx) => number) => txs.reduce((total, tx) => total + part(tx), 0);
  return {
    hash: displayHash(sha256d(bytes)),
    header,
    version: bytes.readInt32LE(0),
    previous: displayHash(bytes.subarray(4, 36)),
    merkleRoot: displayHash(bytes.subarray(36, 68)),
    time: bytes.readUInt32LE(68),
    bits: bytes.readUInt32LE(72),
    nonce: bytes.readUInt32LE(76),
    txids: txs.map((tx) => tx.txid),
    size: overhead + sum((tx) => tx.size),
    weight: overhead * 4 + sum((tx) => tx.weight),
  };
}

/** Returns the block subsidy at this height, in sats, without fees. */
export function subsidyAt(height: number): number {
  return Math.floor(FIRST_SUBSIDY_SATS / 2 ** Math.floor(height / HALVING_BLOCKS));
}

/** True when the hash of the header meets regtest's target. */
export function hasProofOfWork(header: string): boolean {
  return displayHash(sha256d(Buffer.from(header, "hex"))) <= REGTEST_TARGET;
}

/** Returns the serialisation of a block in hex: its header, the number of transactions, and these. */
export function blockHex(block: Block, txs: readonly Tx[]): string {
  const count = Buffer.from(CompactSize.encode(BigInt(txs.length))).toString("hex");
  return block.header + count + txs.map((tx) => tx.hex).join("");
}

/** Mines the header of the block that holds `txs` (coinbase first) on top of `previous`. */
export function mineHeader(previous: string, time: number, txs: readonly Tx[]): string {
  const header = Buffer.alloc(80);
  header.writeInt32LE(VERSION, 0);
  internalHash(previous).copy(header, 4);
  merkleRoot(txs.map((tx) => internalHash(tx.txid))).copy(header, 36);
  header.writeUInt32LE(time, 68);
  header.writeUInt32LE(REGTEST_BITS, 72);
  for (let nonce = 0; !hasProofOfWork(header.toString("hex")); nonce += 1)
    header.writeUInt32LE(nonce, 76);
  return header.toString("hex");
}

/**
 * Builds the coinbase of the block at `height` holding `txs`: the BIP34 height in its input, the
 * given outputs (sats), and the BIP141 commitment to the witnesses of the block. The 8 bytes of `salt`
 * distinguish it from others at the same height.
 */
export function buildCoinbase(
  height: number,
  outputs: readonly { value: number; script: string }[],
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
      ...outputs.map(({ value, script }) => ({
        amount: BigInt(value),
        script: Buffer.from(script, "hex"),
      })),
      { amount: 0n, script: Buffer.concat([Buffer.from("6a24aa21a9ed", "hex"), commitment]) },
    ],
    witnesses: [[reserved]],
    lockTime: 0,
  });
  return parseTx(Buffer.from(bytes).toString("hex"));
}

/** A block height as BIP34 wants it: the shortest script that pushes the number. */
function pushHeight(height: number): Buffer {
  if (height <= 16) return Buffer.of(0x50 + height);
  const digits: number[] = [];
  for (let value = height; value > 0; value = Math.floor(value / 256)) digits.push(value % 256);
  // A top bit would read as a minus sign.
  if ((digits.at(-1) ?? 0) >= 0x80) digits.push(0);
  return Buffer.of(digits.length, ...digits);
}
