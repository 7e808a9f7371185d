// The parts of bcoin that the tests use; the package has no types. Source: https://bcoin.io/docs

declare module "bcoin/lib/primitives/tx.js" {
  export default class TX {
    toRaw(): Buffer;
    /** The transaction id as it is displayed. */
    txid(): string;
    /** The transaction id as it is hashed. */
    hash(): Buffer;
    readonly outputs: readonly { readonly value: number; readonly script: { toRaw(): Buffer } }[];
  }
}

declare module "bcoin/lib/primitives/block.js" {
  import type TX from "bcoin/lib/primitives/tx.js";

  export default class Block {
    static fromRaw(raw: Buffer): Block;
    readonly txs: readonly TX[];
    toRaw(): Buffer;
    /** The hash as it is displayed. */
    rhash(): string;
  }
}

declare module "bcoin/lib/primitives/merkleblock.js" {
  export default class MerkleBlock {
    static fromRaw(raw: Buffer): MerkleBlock;
    /** Whether the proof of work and the partial Merkle tree are valid. */
    verify(): boolean;
    rhash(): string;
    /** Whether the tree proves the transaction, by its id in hex as it is hashed. */
    hasTX(hash: string): boolean;
  }
}

declare module "bcoin/lib/primitives/keyring.js" {
  export default class KeyRing {
    static generate(): KeyRing;
    /** Whether the key's program is native SegWit. */
    witness: boolean;
    /** Whether its address is the P2SH of that program. */
    nested: boolean;
    getAddress(): object;
  }
}

declare module "bcoin/lib/primitives/mtx.js" {
  import type KeyRing from "bcoin/lib/primitives/keyring.js";
  import type TX from "bcoin/lib/primitives/tx.js";

  /** A transaction under construction. */
  export default class MTX {
    readonly view: object;
    addTX(tx: TX, index: number, height: number): void;
    /** Adds an output; the value is in satoshis. */
    addOutput(address: object | string, value: number): void;
    /** Signs and returns the number of signed inputs. */
    sign(ring: KeyRing): number;
    toTX(): TX;
  }
}

declare module "bcoin/lib/mining/miner.js" {
  import type Chain from "bcoin/lib/blockchain/chain.js";
  import type Block from "bcoin/lib/primitives/block.js";
  import type TX from "bcoin/lib/primitives/tx.js";

  export default class Miner {
    constructor(options: { chain: Chain; addresses: object[] });
    readonly cpu: {
      createJob(): Promise<{
        addTX(tx: TX, view: object): boolean;
        refresh(): void;
        mineAsync(): Promise<Block>;
      }>;
    };
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
    /** Returns the state of a soft fork (BIP 9). */
    getState: () => Promise<number>;
    open(): Promise<void>;
    close(): Promise<void>;
    /** Rejects with an error whose `reason` is the rule that the block breaks. */
    add(block: Block): Promise<unknown>;
  }
}
