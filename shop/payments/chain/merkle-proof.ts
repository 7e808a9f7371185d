import { displayHash, internalHash, sha256d } from "./block-header.ts";

/** The siblings of a transaction on the way to the root, and its position in the block. */
export interface MerkleProof {
  /** Hashes in display order, from the leaf upwards. */
  merkle: readonly string[];
  pos: number;
}

/**
 * Returns the Merkle root, in display order, that the proof leads to from the transaction; null when the position
 * does not fit into a tree of that depth. The shape is that of Esplora's `/tx/:txid/merkle-proof` and Electrum's
 * `blockchain.transaction.get_merkle`.
 */
export function merkleRootOf(txid: string, { merkle, pos }: MerkleProof): string | null {
  if (pos >= 2 ** merkle.length) return null;
  let node = internalHash(txid);
  for (const [level, sibling] of merkle.entries()) {
    const isRight = Math.floor(pos / 2 ** level) % 2 === 1;
    const pair = isRight ? [internalHash(sibling), node] : [node, internalHash(sibling)];
    node = sha256d(Buffer.concat(pair));
  }
  return displayHash(node);
}
