import { CompactSize } from "@scure/btc-signer";
import type { Block } from "../chain/block.ts";
import { hashPairs, internalHash } from "../chain/hash.ts";

/**
 * Serialises a block as a CMerkleBlock in hex: its header, and the partial Merkle tree that proves the transaction at
 * `position` (BIP 37, https://github.com/bitcoin/bips/blob/master/bip-0037.mediawiki#partial-merkle-branch-format).
 */
export function merkleBlockHex(block: Block, position: number): string {
  const levels: (readonly Uint8Array[])[] = [block.txids.map(internalHash)];
  for (let level = levels[0] ?? []; level.length > 1; levels.push(level)) level = hashPairs(level);
  const flags: boolean[] = [];
  const hashes: Uint8Array[] = [];
  // Depth first, from the root: a flag for each visited node, a hash for each one without visited children.
  const visit = (height: number, at: number): void => {
    const leadsToIt = position >> height === at;
    flags.push(leadsToIt);
    const children = leadsToIt ? levels[height - 1] : undefined;
    if (!children) {
      hashes.push(levels[height]?.[at] as Uint8Array);
      return;
    }
    visit(height - 1, at * 2);
    if (at * 2 + 1 < children.length) visit(height - 1, at * 2 + 1);
  };
  visit(levels.length - 1, 0);

  const count = Buffer.alloc(4);
  count.writeUInt32LE(block.txids.length);
  const bits = Buffer.alloc(Math.ceil(flags.length / 8));
  for (const [at, flag] of flags.entries())
    if (flag) bits.writeUInt8(bits.readUInt8(at >> 3) | (1 << (at & 7)), at >> 3);
  return Buffer.concat([
    Buffer.from(block.header, "hex"),
    count,
    CompactSize.encode(BigInt(hashes.length)),
    ...hashes,
    CompactSize.encode(BigInt(bits.length)),
    bits,
  ]).toString("hex");
}
