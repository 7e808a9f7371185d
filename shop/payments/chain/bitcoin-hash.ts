import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

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
