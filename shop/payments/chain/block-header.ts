import { hexToBytes, bytesToHex } from "@noble/hashes/utils.js";
import { type Result, ok, err } from "#lib/result.ts";
import { HOUR_MS } from "#lib/time.ts";
import type { Network } from "../wallet/address.ts";
import { sha256 } from "@noble/hashes/sha2.js";

/** A block header: hashes in display order, time in Unix seconds, `bits` the compact target. */
export interface BlockHeader {
  hash: string;
  previous: string;
  merkleRoot: string;
  time: number;
  bits: number;
  /** The expected number of hashes that the proof of work took. */
  work: bigint;
}

/** The fields that a header is hashed from. */
export interface HeaderFields {
  version: number;
  previous: string;
  merkleRoot: string;
  time: number;
  bits: number;
  nonce: number;
}

const HEADER_BYTES = 80;
/** The consensus rules refuse a block whose time is further ahead than this. */
const MAX_AHEAD_MS = 2 * HOUR_MS;

/**
 * The easiest target that a header may have. On the test networks it is the network's own limit (`powLimit` in
 * Bitcoin Core's chainparams.cpp). On mainnet it is a constant of the release: difficulty 35 trillion, a quarter of
 * the network's in 2026, so that an invented block costs at least a quarter of a real one. The consensus rules let
 * the difficulty fall to a quarter in one adjustment; each release sets the constant anew.
 */
const EASIEST_BITS: Record<Network, number> = {
  mainnet: 0x17080000,
  testnet: 0x1d00ffff,
  signet: 0x1e0377ae,
  regtest: 0x207fffff,
};

/**
 * Reads an 80-byte block header in hex and checks its proof of work: its hash meets its own target, which is not
 * easier than the network allows, and its time is at most two hours ahead. Source of the format: https://developer.bitcoin.org/reference/block_chain.html
 */
export function readHeader(hex: string, network: Network, now: Date): Result<BlockHeader, string> {
  if (!/^[0-9a-f]{160}$/.test(hex)) return err("a block header has 80 bytes");
  const bytes = hexToBytes(hex);
  const view = new DataView(bytes.buffer);
  const bits = view.getUint32(72, true);
  const target = targetOf(bits);
  const hash = displayHash(sha256d(bytes));
  if (target === null || target > (targetOf(EASIEST_BITS[network]) ?? 0n))
    return err(`block ${hash} has an easier target than ${network} allows`);
  if (BigInt(`0x${hash}`) > target) return err(`block ${hash} does not meet its target`);
  const time = view.getUint32(68, true);
  if (time * 1000 > now.getTime() + MAX_AHEAD_MS) return err(`block ${hash} is from the future`);
  return ok({
    hash,
    previous: displayHash(bytes.subarray(4, 36)),
    merkleRoot: displayHash(bytes.subarray(36, 68)),
    time,
    bits,
    // As Bitcoin Core's GetBlockProof: 2^256 / (target + 1).
    work: 2n ** 256n / (target + 1n),
  });
}

/** Serialises a header's fields to the 80 bytes that are hashed, in hex. */
export function headerHex(fields: HeaderFields): string {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeInt32LE(fields.version, 0);
  bytes.set(internalHash(fields.previous), 4);
  bytes.set(internalHash(fields.merkleRoot), 36);
  bytes.writeUInt32LE(fields.time, 68);
  bytes.writeUInt32LE(fields.bits, 72);
  bytes.writeUInt32LE(fields.nonce, 76);
  return bytes.toString("hex");
}

/**
 * Expands a compact target as Bitcoin Core's arith_uint256::SetCompact does: 256^(exponent - 3) times the mantissa.
 * Null when it is negative, zero or more than 256 bits.
 */
function targetOf(bits: number): bigint | null {
  const exponent = bits >>> 24;
  const mantissa = BigInt(bits & 0x007fffff);
  if (mantissa === 0n || (bits & 0x00800000) !== 0) return null;
  const target =
    exponent <= 3 ? mantissa >> BigInt(8 * (3 - exponent)) : mantissa << BigInt(8 * (exponent - 3));
  return target > 0n && target < 2n ** 256n ? target : null;
}

/** Returns the double SHA-256 of the bytes, the hash of block headers, transactions and Merkle nodes. */
export function sha256d(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes));
}

/** Formats a hash the way Bitcoin displays it: hex, byte-reversed. */
export function displayHash(hash: Uint8Array): string {
  return bytesToHex(hash.toReversed());
}

/** Returns the bytes of a displayed hash in the order in which they are hashed. */
export function internalHash(shown: string): Uint8Array {
  return hexToBytes(shown).toReversed();
}
