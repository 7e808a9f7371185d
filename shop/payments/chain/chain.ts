/** A block by height and hash. */
export interface BlockRef {
  height: number;
  hash: string;
}

/** An output that pays the queried address; `block` is null while it is in the mempool. */
export interface SeenOutput {
  txid: string;
  vout: number;
  sats: number;
  block: (BlockRef & { time: Date }) | null;
  /** The first few coins (`txid:vout`) that its transaction spends; not reported by all sources. */
  spends?: readonly string[];
  /** Hosts disagree about it: enough to store it as seen, not to change what is stored. */
  disputed?: boolean;
}

/** The history of an address; not `complete` when the source has more than was fetched. */
export interface AddressHistory {
  outputs: readonly SeenOutput[];
  complete: boolean;
}

/** Addresses with activity, and the cursor for the next call. */
export interface ChainUpdates {
  addresses: readonly string[];
  cursor: string;
}

/** A source of chain data. All methods throw ChainUnavailable when no host responds. */
export interface ChainSource {
  tip(): Promise<BlockRef>;
  /** The outputs to the address that are in the mempool or in a block, spent or not. */
  historyOf(address: string): Promise<AddressHistory>;
  /**
   * Returns the addresses with activity since the cursor (null: ever). Only for sources with a wallet of their own;
   * `historyOf` then gives the outputs.
   */
  news?(cursor: string | null): Promise<ChainUpdates>;
  /** Returns the transaction that spends the same coins as this one, which is gone; null when none is known. */
  successorOf?(gone: { txid: string; spends: readonly string[] }): Promise<string | null>;
  /** False while hosts disagree. */
  agrees?(now: Date): boolean;
}

/** No host responded, or a response was invalid. */
export class ChainUnavailable extends Error {
  /** Backoff until the next request makes sense, in milliseconds. */
  readonly retryInMs: number;
  constructor(detail: string, retryInMs = 0) {
    super(`The Bitcoin network cannot be read: ${detail}`);
    this.name = "ChainUnavailable";
    this.retryInMs = retryInMs;
  }
}
