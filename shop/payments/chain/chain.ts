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
  /** Coins (`txid:vout`) that its transaction spends, the first few of them; not told by all sources. */
  spends?: readonly string[];
  /** The sources tell different things about it: enough to say that it was seen, not to change what is known. */
  disputed?: boolean;
}

/** What a source knows of an address; not `complete` when it has more than the source was asked for. */
export interface AddressHistory {
  outputs: readonly SeenOutput[];
  complete: boolean;
}

/** Addresses at which something happened, and from where to ask on. */
export interface ChainUpdates {
  addresses: readonly string[];
  cursor: string;
}

/** What the shop needs of a view of the Bitcoin chain. All of it throws ChainUnavailable when nothing answers. */
export interface ChainSource {
  tip(): Promise<BlockRef>;
  /** The outputs to the address that are in the mempool or in a block, spent or not. */
  historyOf(address: string): Promise<AddressHistory>;
  /**
   * Where something happened since the cursor that was given last (null: ever). Only of a source that watches by
   * itself: it says where to look, and `historyOf` what is there.
   */
  news?(cursor: string | null): Promise<ChainUpdates>;
  /** Which transaction spends the same coins as this one, which is gone; null when none is known. */
  successorOf?(gone: { txid: string; spends: readonly string[] }): Promise<string | null>;
  /** False while hosts that are asked alike tell different things. */
  agrees?(now: Date): boolean;
}

/** No host answered, or what they answered was not what their protocol says. */
export class ChainUnavailable extends Error {
  /** For how long those who could answer want to be left alone. */
  readonly retryInMs: number;
  constructor(detail: string, retryInMs = 0) {
    super(`The Bitcoin network cannot be read: ${detail}`);
    this.name = "ChainUnavailable";
    this.retryInMs = retryInMs;
  }
}
