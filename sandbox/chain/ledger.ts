import type { Block } from "./block.ts";
import { isMature, MEDIAN_BLOCKS, medianTimePast } from "./consensus.ts";
import type { Tx, TxInput, TxOutput } from "./tx.ts";

/** Where in the best chain a transaction is. */
type Place = { height: number; position: number };

/** The input that spends an output. */
type Spend = { txid: string; vin: number };

/** An unspent output; height is undefined while it is unconfirmed. */
export type Coin = { txid: string; vout: number; value: number; height?: number };

/**
 * The best chain, the mempool and the indexes derived from them, all in memory. It does
 * not validate: that is up to its callers.
 */
export class Ledger {
  readonly #blocks: Block[] = [];
  readonly #heights = new Map<string, number>();
  readonly #stale = new Map<string, Block & { height: number }>();
  readonly #txs = new Map<string, Tx>();
  readonly #places = new Map<string, Place>();
  readonly #spends = new Map<string, Spend>();
  readonly #byScript = new Map<string, Set<string>>();
  // In the order of arrival, parents always before their children.
  #mempool = new Set<string>();

  /** The newest block and its height. */
  get tip(): Block & { height: number } {
    const height = this.#blocks.length - 1;
    const block = this.#blocks[height];
    if (block === undefined) throw new Error("the chain has no blocks yet");
    return { ...block, height };
  }

  blockAt(height: number): Block | undefined {
    return this.#blocks[height];
  }

  /** The median time past (BIP113) after the block at `height`, in Unix seconds; the next one must be later. */
  medianTimeAt(height: number): number {
    const from = Math.max(0, height + 1 - MEDIAN_BLOCKS);
    return medianTimePast(this.#blocks.slice(from, height + 1).map(({ time }) => time));
  }

  /** The height of a block of the best chain. */
  heightOf(hash: string): number | undefined {
    return this.#heights.get(hash);
  }

  /** A block that was on the best chain once, and is no longer. */
  staleBlock(hash: string): (Block & { height: number }) | undefined {
    return this.#stale.get(hash);
  }

  /** A transaction of the best chain or the mempool. */
  tx(txid: string): Tx | undefined {
    return this.#txs.get(txid);
  }

  /** Where a transaction is confirmed; undefined if it is not. */
  place(txid: string): Place | undefined {
    return this.#places.get(txid);
  }

  output(txid: string, vout: number): TxOutput | undefined {
    return this.#txs.get(txid)?.outputs[vout];
  }

  spender(txid: string, vout: number): Spend | undefined {
    return this.#spends.get(`${txid}:${vout}`);
  }

  inMempool(txid: string): boolean {
    return this.#mempool.has(txid);
  }

  /** The unconfirmed transactions, oldest first. */
  mempool(): Tx[] {
    return this.#resolve(this.#mempool);
  }

  /** Returns the fee of a transaction, in sats; 0 for a coinbase. */
  fee(tx: Tx): number {
    if (tx.isCoinbase) return 0;
    const paid = tx.inputs.reduce((sum, input) => sum + (this.#prevout(input)?.value ?? 0), 0);
    return paid - tx.outputs.reduce((sum, output) => sum + output.value, 0);
  }

  /** The transactions that fund or spend a script (hex), newest first in both lists. */
  history(script: string): { mempool: Tx[]; chain: Tx[] } {
    const txids = [...(this.#byScript.get(script) ?? [])];
    const placed = txids.flatMap((txid) => {
      const place = this.#places.get(txid);
      return place === undefined ? [] : [{ txid, ...place }];
    });
    placed.sort((a, b) => b.height - a.height || b.position - a.position);
    const touching = new Set(txids);
    return {
      mempool: this.#resolve([...this.#mempool].filter((txid) => touching.has(txid)).toReversed()),
      chain: this.#resolve(placed.map(({ txid }) => txid)),
    };
  }

  /** The unspent outputs of a script (hex): oldest confirmed ones first, unconfirmed ones last. */
  coins(script: string): Coin[] {
    const { mempool, chain } = this.history(script);
    return [...chain.toReversed(), ...mempool.toReversed()].flatMap((tx) =>
      tx.outputs.flatMap((output, vout) => {
        if (output.script !== script || this.spender(tx.txid, vout) !== undefined) return [];
        const height = this.#places.get(tx.txid)?.height;
        const coin = { txid: tx.txid, vout, value: output.value };
        return [height === undefined ? coin : { ...coin, height }];
      }),
    );
  }

  /** Whether the next block can spend the outputs of this transaction: coinbases have to be mature. */
  isSpendable(txid: string): boolean {
    const height = this.#places.get(txid)?.height;
    const isCoinbase = this.#txs.get(txid)?.isCoinbase ?? false;
    return !isCoinbase || height === undefined || isMature(height, this.tip.height);
  }

  /** Returns these transactions and all mempool transactions that spend from them. */
  withDescendants(txids: Iterable<string>): Set<string> {
    const all = new Set(txids);
    // Iterating a Set includes the elements that are added meanwhile.
    for (const txid of all) {
      this.#txs.get(txid)?.outputs.forEach((_, vout) => {
        const spender = this.spender(txid, vout);
        if (spender !== undefined) all.add(spender.txid);
      });
    }
    return all;
  }

  addToMempool(tx: Tx): void {
    this.#link(tx);
    this.#mempool.add(tx.txid);
  }

  /** Removes unconfirmed transactions with their descendants; returns the removed txids. */
  drop(txids: Iterable<string>): string[] {
    const doomed = this.withDescendants(txids);
    // Children first: unlinking a transaction looks up the outputs it spends.
    const dropped = [...this.#mempool].filter((txid) => doomed.has(txid));
    for (const txid of dropped.toReversed()) this.#unlink(txid);
    for (const txid of dropped) this.#mempool.delete(txid);
    return dropped;
  }

  /** Puts a block on the tip; its transactions leave the mempool. */
  connect(block: Block, txs: readonly Tx[]): void {
    const height = this.#blocks.push(block) - 1;
    this.#heights.set(block.hash, height);
    txs.forEach((tx, position) => {
      if (!this.#mempool.delete(tx.txid)) this.#link(tx);
      this.#places.set(tx.txid, { height, position });
    });
  }

  /**
   * Takes the newest `depth` blocks off. Their transactions become unconfirmed again, or vanish if
   * `readd` is false; coinbases vanish either way, with all that spends them. Returns the removed txids.
   */
  rewind(depth: number, readd: boolean): string[] {
    const undone = this.#blocks.splice(-depth);
    undone.forEach((block, index) => {
      this.#heights.delete(block.hash);
      this.#stale.set(block.hash, { ...block, height: this.#blocks.length + index });
    });
    const txids = undone.flatMap((block) => block.txids);
    for (const txid of txids) this.#places.delete(txid);
    // Before the other mempool transactions, which may spend from them.
    this.#mempool = new Set([...txids, ...this.#mempool]);
    return this.drop(readd ? undone.flatMap((block) => block.txids.slice(0, 1)) : txids);
  }

  #prevout(input: TxInput): TxOutput | undefined {
    return this.output(input.txid, input.vout);
  }

  #resolve(txids: Iterable<string>): Tx[] {
    return [...txids].flatMap((txid) => this.#txs.get(txid) ?? []);
  }

  #scripts(tx: Tx): string[] {
    const spent = tx.inputs.map((input) => this.#prevout(input));
    return [...spent, ...tx.outputs].flatMap((output) => output?.script ?? []);
  }

  #link(tx: Tx): void {
    this.#txs.set(tx.txid, tx);
    for (const script of this.#scripts(tx)) {
      const txids = this.#byScript.get(script) ?? new Set();
      this.#byScript.set(script, txids.add(tx.txid));
    }
    if (tx.isCoinbase) return;
    tx.inputs.forEach(({ txid, vout }, vin) => {
      this.#spends.set(`${txid}:${vout}`, { txid: tx.txid, vin });
    });
  }

  #unlink(txid: string): void {
    const tx = this.#txs.get(txid);
    if (tx === undefined) return;
    for (const script of this.#scripts(tx)) this.#byScript.get(script)?.delete(txid);
    for (const input of tx.inputs) this.#spends.delete(`${input.txid}:${input.vout}`);
    this.#txs.delete(txid);
  }
}
