import { createHash } from "node:crypto";

/** Double SHA-256, Bitcoin's hash for transactions and block headers. */
export function sha256d(data: Uint8Array): Buffer {
  return createHash("sha256").update(createHash("sha256").update(data).digest()).digest();
}

/** A hash as people read it: Bitcoin shows transaction and block hashes byte-reversed. */
export function displayHash(hash: Uint8Array): string {
  return Buffer.from(hash.toReversed()).toString("hex");
}

/** The reverse of displayHash: the 32 bytes as they are hashed and serialised. */
export function internalHash(shown: string): Buffer {
  return Buffer.from(Buffer.from(shown, "hex").toReversed());
}

/** The merkle root of hashes in internal byte order; at least one is needed. */
export function merkleRoot(hashes: readonly Uint8Array[]): Buffer {
  let level = hashes;
  while (level.length > 1) level = hashPairs(level);
  return Buffer.from(level[0] as Uint8Array);
}

/** The hashes that lead from the one at `position` to the merkle root, from the leaves upwards. */
export function merkleBranch(hashes: readonly Uint8Array[], position: number): Uint8Array[] {
  const branch: Uint8Array[] = [];
  let level = hashes;
  for (let at = position; level.length > 1; at >>= 1) {
    branch.push((level[at ^ 1] ?? level[at]) as Uint8Array);
    level = hashPairs(level);
  }
  return branch;
}

/** Hashes each pair of a level of the Merkle tree to the level above. */
export function hashPairs(level: readonly Uint8Array[]): Uint8Array[] {
  const next: Uint8Array[] = [];
  for (let i = 0; i < level.length; i += 2) {
    const left = level[i] as Uint8Array;
    // An odd hash at the end is paired with itself.
    next.push(sha256d(Buffer.concat([left, level[i + 1] ?? left])));
  }
  return next;
}
