import type { BlockRef, SeenOutput } from "#shop/payments/chain/chain.ts";

interface Payee {
  address: string;
  sats: number;
}

interface Block extends BlockRef {
  time: Date;
  txids: readonly string[];
}

/** An immutable state of the chain, so that a lagging source can report an earlier one. */
interface Snapshot {
  blocks: readonly Block[];
  mempool: readonly string[];
}

/** The fate of the transactions of blocks that leave the chain. */
export type ReorgFate = "wait again" | "mined again" | "double spent";

/**
 * A chain as plain data, thousands of times faster than the sandbox's, which signs and hashes. It has no fees, and each
 * payment spends one coin: it knows only whether a payment is in the mempool, in a block, or gone.
 */
export class SimulatedChain {
  readonly #payees = new Map<string, readonly Payee[]>();
  readonly #coins = new Map<string, string>();
  readonly #snapshots: Snapshot[];
  #evicted: readonly string[] = [];
  #created = 0;

  constructor(now: Date) {
    this.#snapshots = [{ blocks: [this.#block(99, [], now)], mempool: [] }];
    this.mine(1, "everything", now);
  }

  /** The unconfirmed payments. */
  get mempool(): readonly string[] {
    return this.#now.mempool;
  }

  get evicted(): readonly string[] {
    return this.#evicted;
  }

  tip(ago = 0): BlockRef {
    const { height, hash } = this.#tipOf(this.#snapshot(ago));
    return { height, hash };
  }

  send(payees: readonly Payee[], coin?: string): string {
    this.#created += 1;
    const txid = this.#created.toString(16).padStart(64, "0");
    this.#payees.set(txid, payees);
    this.#coins.set(txid, coin ?? `${txid}:0`);
    this.#change({ mempool: [...this.mempool, txid] });
    return txid;
  }

  /** Mines blocks; the first takes the whole mempool or nothing. */
  mine(count: number, what: "everything" | "nothing", time: Date): void {
    const taken = what === "everything" ? this.mempool : [];
    const { height } = this.#tipOf(this.#now);
    const mined = Array.from({ length: count }, (_, i) =>
      this.#block(height + 1 + i, i === 0 ? taken : [], time),
    );
    const mempool = this.mempool.filter((txid) => !taken.includes(txid));
    this.#change({ blocks: [...this.#now.blocks, ...mined], mempool });
  }

  /** Replaces the newest blocks by a branch that is one block longer. */
  reorg(depth: number, fate: ReorgFate, time: Date): void {
    const { blocks, mempool } = this.#now;
    const base = blocks.slice(0, Math.max(1, blocks.length - depth));
    const removed = blocks.slice(base.length);
    const txids = removed.flatMap((block) => block.txids);
    const height = this.#tipOf({ blocks: base, mempool }).height;
    const mined = Array.from({ length: removed.length + 1 }, (_, i) =>
      this.#block(height + 1 + i, fate === "mined again" && i === 0 ? txids : [], time),
    );
    this.#change({
      blocks: [...base, ...mined],
      mempool: fate === "wait again" ? [...mempool, ...txids] : mempool,
    });
  }

  /** Replaces an unconfirmed payment, with the same or with unknown payees. */
  replace(txid: string, to: "the same" | "elsewhere"): void {
    this.#drop(txid);
    if (to === "the same") this.send(this.#payees.get(txid) ?? [], this.coinOf(txid));
  }

  /** Returns the coin that a payment spends: the same for its replacements. */
  coinOf(txid: string): string | undefined {
    return this.#coins.get(txid);
  }

  /** Removes a payment from the mempool; it can be broadcast again. */
  evict(txid: string): void {
    this.#drop(txid);
    this.#evicted = [...this.#evicted, txid];
  }

  rebroadcast(txid: string): void {
    this.#evicted = this.#evicted.filter((other) => other !== txid);
    this.#change({ mempool: [...this.mempool, txid] });
  }

  /** Returns the outputs of an address, now or some changes ago. */
  historyOf(address: string, ago = 0): SeenOutput[] {
    const { blocks, mempool } = this.#snapshot(ago);
    return [
      ...mempool.flatMap((txid) => this.#outputsTo(address, txid, null)),
      ...blocks.flatMap((block) =>
        block.txids.flatMap((txid) => this.#outputsTo(address, txid, block)),
      ),
    ];
  }

  #outputsTo(address: string, txid: string, block: SeenOutput["block"]): SeenOutput[] {
    const payees = this.#payees.get(txid) ?? [];
    const spends = [this.coinOf(txid) ?? ""];
    return payees.flatMap((payee, vout) =>
      payee.address === address
        ? { txid, vout, sats: payee.sats, block, spends, seenByAll: true }
        : [],
    );
  }

  get #now(): Snapshot {
    return this.#snapshot(0);
  }

  #snapshot(ago: number): Snapshot {
    const snapshot = this.#snapshots[Math.max(0, this.#snapshots.length - 1 - ago)];
    if (!snapshot) throw new Error("the chain has no beginning");
    return snapshot;
  }

  #change(change: Partial<Snapshot>): void {
    this.#snapshots.push({ ...this.#now, ...change });
  }

  #drop(txid: string): void {
    this.#change({ mempool: this.mempool.filter((other) => other !== txid) });
  }

  #tipOf({ blocks }: Snapshot): Block {
    const tip = blocks.at(-1);
    if (!tip) throw new Error("the chain has no block");
    return tip;
  }

  #block(height: number, txids: readonly string[], time: Date): Block {
    this.#created += 1;
    return { height, hash: `block-${height}-${this.#created}`, time, txids };
  }
}
