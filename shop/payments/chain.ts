/** A block by height and hash. */
export interface BlockRef {
  height: number;
  hash: string;
}

/** An output that pays the asked address; `block` is null while it is in the mempool. */
export interface SeenOutput {
  txid: string;
  vout: number;
  sats: number;
  block: (BlockRef & { time: Date }) | null;
}

/** What a source knows of an address; not `complete` when it has more than the source was asked for. */
export interface AddressHistory {
  outputs: readonly SeenOutput[];
  complete: boolean;
}

/** What the shop needs of a view of the Bitcoin chain. Both throw ChainUnavailable when nothing answers. */
export interface ChainSource {
  tip(): Promise<BlockRef>;
  /** The outputs to the address that are in the mempool or in a block, spent or not. */
  historyOf(address: string): Promise<AddressHistory>;
}

/** No host answered, or what they answered was not what their protocol says. */
export class ChainUnavailable extends Error {
  constructor(detail: string) {
    super(`The Bitcoin network cannot be read: ${detail}`);
    this.name = "ChainUnavailable";
  }
}
