import type { Ledger } from "../chain/ledger.ts";
import type { Tx } from "../chain/tx.ts";
import { addressOf, readDescriptor } from "./descriptors.ts";

/** Core looks back two hours further than the time it is given (TIMESTAMP_WINDOW). */
const TIMESTAMP_WINDOW_SECONDS = 7200;

/** A descriptor as imported: its range, and the Unix second from which on it is looked for. */
export type Imported = { desc: string; range: [number, number]; active: boolean; since: number };

/** An output to the wallet. */
type Receipt = { tx: Tx; vout: number; address: string; sats: number };

/** The status of a transaction: its confirmations (negative: conflicted) and its block. */
type TxStatus = { confirmations: number; block: { hash: string; height: number } | null };

/** A watch-only descriptor wallet: it finds payments to its scripts, and never forgets one. */
export class WatchWallet {
  readonly imported: Imported[] = [];
  readonly labels = new Map<string, string>();
  readonly #ledger: Ledger;
  readonly #scripts = new Map<string, number>();
  // In the order of discovery, as Core lists them.
  readonly #seen = new Map<string, Tx>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  add(descriptor: Imported): void {
    const known = this.imported.find(({ desc }) => desc === descriptor.desc);
    if (known) Object.assign(known, descriptor, { since: Math.min(known.since, descriptor.since) });
    else this.imported.push(descriptor);
    const { scriptAt } = readDescriptor(descriptor.desc, { checksum: true });
    for (let index = descriptor.range[0]; index <= descriptor.range[1]; index++) {
      const script = scriptAt(index);
      const since = this.#scripts.get(script) ?? Number.POSITIVE_INFINITY;
      this.#scripts.set(script, Math.min(since, descriptor.since - TIMESTAMP_WINDOW_SECONDS));
    }
    this.scan();
  }

  owns(script: string): boolean {
    return this.#scripts.has(script);
  }

  /** Records the current payments to the wallet: a node does so continuously, this one on each request. */
  scan(): void {
    for (const [script, since] of this.#scripts) {
      const { mempool, chain } = this.#ledger.history(script);
      for (const tx of [...chain.toReversed(), ...mempool.toReversed()]) {
        const place = this.#ledger.place(tx.txid);
        const time = place && this.#ledger.blockAt(place.height)?.time;
        if (time !== undefined && time < since) continue;
        if (tx.outputs.some((output) => output.script === script)) this.#seen.set(tx.txid, tx);
      }
    }
  }

  tx(txid: string): Tx | undefined {
    return this.#seen.get(txid);
  }

  /** Every output that ever paid the wallet, oldest first. */
  receipts(): Receipt[] {
    return [...this.#seen.values()].flatMap((tx) =>
      tx.outputs.flatMap(({ script, value }, vout) =>
        this.owns(script) ? [{ tx, vout, address: addressOf(script), sats: value }] : [],
      ),
    );
  }

  status(tx: Tx): TxStatus {
    const tip = this.#ledger.tip.height;
    const height = this.#ledger.place(tx.txid)?.height;
    const block = height === undefined ? undefined : this.#ledger.blockAt(height);
    if (height !== undefined && block) {
      return { confirmations: tip - height + 1, block: { hash: block.hash, height } };
    }
    const conflicts = this.#conflicts(tx).flatMap((txid) => this.#ledger.place(txid)?.height ?? []);
    if (conflicts.length === 0) return { confirmations: 0, block: null };
    return { confirmations: -(tip - Math.min(...conflicts) + 1), block: null };
  }

  /** Other transactions of this wallet that spend the same coins. */
  walletConflicts(tx: Tx): string[] {
    const coins = new Set(tx.inputs.map(({ txid, vout }) => `${txid}:${vout}`));
    return [...this.#seen.values()]
      .filter((other) => other.txid !== tx.txid)
      .filter(({ inputs }) => inputs.some(({ txid, vout }) => coins.has(`${txid}:${vout}`)))
      .map(({ txid }) => txid);
  }

  mempoolConflicts(tx: Tx): string[] {
    return this.#conflicts(tx).filter((txid) => this.#ledger.inMempool(txid));
  }

  /** Returns the transactions that spend the same coins, in the mempool or on the chain. */
  #conflicts(tx: Tx): string[] {
    const spenders = tx.inputs.flatMap(({ txid, vout }) => this.#ledger.spender(txid, vout) ?? []);
    return [...new Set(spenders.map(({ txid }) => txid))].filter((txid) => txid !== tx.txid);
  }
}
