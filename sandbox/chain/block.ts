import { CompactSize } from "@scure/btc-signer";
import { displayHash, sha256d } from "./hash.ts";
import type { Tx } from "./tx.ts";

/** Regtest's compact target, which about every second header hash meets. */
export const REGTEST_BITS = 0x207fffff;

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

/** Returns the serialisation of a block in hex: its header, the number of transactions, and these. */
export function blockHex(block: Block, txs: readonly Tx[]): string {
  const count = Buffer.from(CompactSize.encode(BigInt(txs.length))).toString("hex");
  return block.header + count + txs.map((tx) => tx.hex).join("");
}
