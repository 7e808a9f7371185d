import { RawTx } from "@scure/btc-signer";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { MAX_SATS } from "#lib/money.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { displayHash, sha256d } from "./block-header.ts";

/** A parsed transaction: what its id commits to, and nothing that a host adds. */
export interface RawTransaction {
  txid: string;
  /** The coins that it spends, as `txid:vout`. */
  spends: string[];
  /** Amounts in satoshis, scripts in hex. */
  outputs: { sats: number; script: string }[];
  /** The height of its block, which a coinbase transaction begins with (BIP 34); null for other transactions. */
  coinbaseHeight: number | null;
}

/** Coins of a transaction that are stored: a replacement that spends one of them usually spends most of them. */
const MAX_STORED_SPENDS = 5;
/** The input of a coinbase transaction, which spends no coin. */
const NO_COIN = `${"0".repeat(64)}:4294967295`;

/** The opcode before those that push the numbers 1 to 16. */
const OP_RESERVED = 0x50;

/** The size of an inner node of the Merkle tree: two hashes. */
const MERKLE_NODE_BYTES = 64;

/**
 * Reads a serialised transaction (BIP 144) in hex and recomputes its id. Refuses one of exactly 64 bytes: it could
 * be an inner node of a Merkle tree that is passed off as a transaction, and no real payment is that short
 * (https://bitslog.com/2018/06/09/leaf-node-weakness-in-bitcoin-merkle-tree-design/).
 */
export function readTransaction(hex: string): Result<RawTransaction, string> {
  if (!/^([0-9a-f]{2})+$/.test(hex)) return err("a transaction is hex");
  let raw: ReturnType<typeof RawTx.decode>;
  let stripped: Uint8Array;
  try {
    raw = RawTx.decode(hexToBytes(hex));
    stripped = RawTx.encode({ ...raw, segwitFlag: false, witnesses: [] });
  } catch {
    return err("the bytes are not a transaction");
  }
  if (stripped.length === MERKLE_NODE_BYTES) return err("a transaction of 64 bytes proves nothing");
  if (raw.outputs.some(({ amount }) => amount > BigInt(MAX_SATS)))
    return err("an output is worth more than 21 million BTC");
  const spends = raw.inputs.map(({ txid, index }) => `${bytesToHex(txid)}:${index}`);
  const [first] = raw.inputs;
  return ok({
    txid: displayHash(sha256d(stripped)),
    spends,
    coinbaseHeight: first && spends[0] === NO_COIN ? heightIn(first.finalScriptSig) : null,
    outputs: raw.outputs.map(({ amount, script }) => ({
      sats: Number(amount),
      script: bytesToHex(script),
    })),
  });
}

/**
 * Returns the number that a coinbase's script begins with: a push of up to four bytes, or one of the opcodes for 1 to 16
 * (https://github.com/bitcoin/bips/blob/master/bip-0034.mediawiki). Null when it begins with none.
 */
function heightIn(script: Uint8Array): number | null {
  const [head = 0] = script;
  if (head > OP_RESERVED && head <= OP_RESERVED + 16) return head - OP_RESERVED;
  if (head < 1 || head > 4 || script.length <= head) return null;
  return script.subarray(1, 1 + head).reduceRight((height, byte) => height * 256 + byte, 0);
}

/**
 * Returns the coins of a transaction to store, to find its replacement by: the first in sorted order, so that two
 * transactions with the same inputs in another order have them in common.
 */
export function storedSpends({ spends }: RawTransaction): string[] {
  return spends
    .filter((coin) => coin !== NO_COIN)
    .toSorted()
    .slice(0, MAX_STORED_SPENDS);
}
