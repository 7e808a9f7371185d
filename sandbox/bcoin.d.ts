// The part of bcoin that the consensus test uses; the package has no types.

declare module "bcoin/lib/primitives/block.js" {
  export default class Block {
    static fromRaw(raw: Buffer): Block;
    readonly txs: readonly { rhash(): string }[];
    /** The hash as people read it. */
    rhash(): string;
  }
}

declare module "bcoin/lib/protocol/network.js" {
  type Network = {
    block: { bip34height: number; bip65height: number; bip66height: number };
  };
  const networks: { get(type: "regtest"): Network };
  export default networks;
  export type { Network };
}

declare module "bcoin/lib/blockchain/common.js" {
  export const thresholdStates: { readonly ACTIVE: number };
}

declare module "bcoin/lib/blockchain/chain.js" {
  import type Block from "bcoin/lib/primitives/block.js";
  import type { Network } from "bcoin/lib/protocol/network.js";

  export default class Chain {
    constructor(options: { network: Network; memory: true; checkpoints: false });
    readonly tip: { rhash(): string; height: number };
    /** Returns the state of a soft fork (BIP9). */
    getState: () => Promise<number>;
    open(): Promise<void>;
    close(): Promise<void>;
    /** Rejects with an error whose `reason` is the rule that the block breaks. */
    add(block: Block): Promise<unknown>;
  }
}
