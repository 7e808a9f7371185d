import { OutsideError } from "#lib/outside-error.ts";

/** A block by height and hash. */
export interface BlockRef {
  height: number;
  hash: string;
}

/** An output that pays the queried address; `block` is null while it is unconfirmed. */
export interface SeenOutput {
  txid: string;
  vout: number;
  sats: number;
  block: (BlockRef & { time: Date }) | null;
  /** The first few coins (`txid:vout`) that its transaction spends; not reported by all sources. */
  spends?: readonly string[];
  /** True for an unconfirmed output that every configured host reported; enough where no confirmation is required. */
  seenByAll?: boolean;
}

/** The history of an address; when `complete`, a stored output that is missing from it is gone. */
export interface AddressHistory {
  outputs: readonly SeenOutput[];
  complete: boolean;
}

/** An output of the address as it is stored: unconfirmed while it has no block. */
export interface KnownOutput {
  txid: string;
  vout: number;
  sats: number;
  blockHash: string | null;
  blockHeight: number | null;
  firstSeenAt: Date;
}

export interface HistoryQuery {
  /** The stored outputs of the address that are not gone. */
  known: readonly KnownOutput[];
  /** True when unconfirmed outputs may settle an order, so that every host is queried about them. */
  acceptsUnconfirmed: boolean;
}

/** A transaction as the chain has it; `block` is null while it is unconfirmed, and counts as one confirmation. */
export interface ReportedTransaction {
  /** Amounts in satoshis, scripts in hex. */
  outputs: readonly { sats: number; script: string }[];
  block: { hash: string; confirmations: number } | null;
}

/** Addresses with activity, and the cursor for the next call. */
export interface ChainUpdates {
  addresses: readonly string[];
  cursor: string;
}

export type HostState = "answering" | "behind" | "limited" | "down";

/** How a host of the chain source is doing, since this process started. */
export interface HostStatus {
  name: string;
  state: HostState;
  /** Why it is down or limited; null while it answers. */
  problem: string | null;
  /** Null for Bitcoin Core, whose requests are not counted. */
  requestsLastHour: number | null;
  /** The most requests per hour that the shop sends it; null for no limit. */
  requestsPerHour: number | null;
  lastResponseAt: Date | null;
}

/** True when several hosts are configured and only one of them answers: it can then withhold payments. */
export function isLastHost(hosts: readonly HostStatus[]): boolean {
  return hosts.length > 1 && hosts.filter(({ state }) => state === "answering").length === 1;
}

/** A source of chain data. All methods throw ChainUnavailable when no host responds. */
export interface ChainSource {
  /** Returns the newest block. */
  tip(): Promise<BlockRef>;
  /** Returns the outputs to the address that are in the mempool or in a block, spent or not. */
  historyOf(address: string, query?: HistoryQuery): Promise<AddressHistory>;
  /** True when any transaction ever paid the address. */
  isUsed(address: string): Promise<boolean>;
  /**
   * Returns the addresses with activity since the cursor (null: ever); `historyOf` returns their outputs. Only for
   * sources with a wallet.
   */
  updatesSince?(cursor: string | null): Promise<ChainUpdates>;
  /** Returns the transaction that spends the same coins as this one, which is gone; null when none is known. */
  successorOf?(gone: { txid: string; spends: readonly string[] }): Promise<string | null>;
  /**
   * Returns any transaction, also of others; null when no responding host can find it. `block` is the hash of the block
   * that it was found in before, null if none.
   */
  transactionOf(txid: string, block: string | null): Promise<ReportedTransaction | null>;
  /** Returns the hosts that lack what verification needs; only for sources with several hosts. */
  unfitHosts?(): Promise<string[]>;
  /** Returns the state of its hosts; Bitcoin Core is a single one. */
  hosts(): HostStatus[];
}

/** No host responded, or a response was invalid. */
export class ChainUnavailable extends OutsideError {
  /** Backoff until the next request makes sense, in milliseconds. */
  readonly retryInMs: number;
  constructor(detail: string, retryInMs = 0) {
    super(`The Bitcoin network cannot be read: ${detail}`);
    this.name = "ChainUnavailable";
    this.retryInMs = retryInMs;
  }
}
