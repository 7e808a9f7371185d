import type { BlockRef, SeenOutput } from "#shop/payments/chain/chain.ts";

interface Payee {
  address: string;
  sats: number;
}

interface Block extends BlockRef {
  time: Date;
  txids: readonly string[];
}

/** A moment of the chain; never changed, so that one that is past can still be told. */
interface Moment {
  blocks: readonly Block[];
  mempool: readonly string[];
}

/** What becomes of the transactions of blocks that leave the chain. */
export type ReorgFate = "wait again" | "mined again" | "double spent";

/**
 * A chain as plain data, thousands of times as fast as the sandbox's, which signs and hashes. It has no
 * coins and no fees: what it knows is which payment is in the mempool, in which block, or gone.
 */
export class PaperChain {
  readonly #payees = new Map<string, readonly Payee[]>();
  readonly #moments: Moment[];
  #evicted: readonly string[] = [];
  #made = 0;

  constructor(now: Date) {
    this.#moments = [{ blocks: [this.#block(99, [], now)], mempool: [] }];
    this.mine(1, "everything", now);
  }

  /** Payments that wait for a block. */
  get mempool(): readonly string[] {
    return this.#now.mempool;
  }

  get evicted(): readonly string[] {
    return this.#evicted;
  }

  tip(ago = 0): BlockRef {
    const { height, hash } = this.#tipOf(this.#moment(ago));
    return { height, hash };
  }

  send(payees: readonly Payee[]): string {
    this.#made += 1;
    const txid = this.#made.toString(16).padStart(64, "0");
    this.#payees.set(txid, payees);
    this.#become({ mempool: [...this.mempool, txid] });
    return txid;
  }

  /** Mines blocks; the first takes what waits, or nothing of it. */
  mine(count: number, what: "everything" | "nothing", time: Date): void {
    const taken = what === "everything" ? this.mempool : [];
    const { height } = this.#tipOf(this.#now);
    const mined = Array.from({ length: count }, (_, i) =>
      this.#block(height + 1 + i, i === 0 ? taken : [], time),
    );
    const mempool = this.mempool.filter((txid) => !taken.includes(txid));
    this.#become({ blocks: [...this.#now.blocks, ...mined], mempool });
  }

  /** Replaces the newest blocks by one more than they were. */
  reorg(depth: number, fate: ReorgFate, time: Date): void {
    const { blocks, mempool } = this.#now;
    const kept = blocks.slice(0, Math.max(1, blocks.length - depth));
    const left = blocks.slice(kept.length);
    const txids = left.flatMap((block) => block.txids);
    const height = this.#tipOf({ blocks: kept, mempool }).height;
    const mined = Array.from({ length: left.length + 1 }, (_, i) =>
      this.#block(height + 1 + i, fate === "mined again" && i === 0 ? txids : [], time),
    );
    this.#become({
      blocks: [...kept, ...mined],
      mempool: fate === "wait again" ? [...mempool, ...txids] : mempool,
    });
  }

  /** Replaces a waiting payment by one with a higher fee, to the same payees or to nobody we know. */
  replace(txid: string, to: "the same" | "elsewhere"): void {
    this.#drop(txid);
    if (to === "the same") this.send(this.#payees.get(txid) ?? []);
  }

  /** The network forgets a waiting payment; it may come back. */
  evict(txid: string): void {
    this.#drop(txid);
    this.#evicted = [...this.#evicted, txid];
  }

  comeBack(txid: string): void {
    this.#evicted = this.#evicted.filter((other) => other !== txid);
    this.#become({ mempool: [...this.mempool, txid] });
  }

  /** What a source tells of an address, now or some changes ago. */
  historyOf(address: string, ago = 0): SeenOutput[] {
    const { blocks, mempool } = this.#moment(ago);
    return [
      ...mempool.flatMap((txid) => this.#outputsTo(address, txid, null)),
      ...blocks.flatMap((block) =>
        block.txids.flatMap((txid) => this.#outputsTo(address, txid, block)),
      ),
    ];
  }

  #outputsTo(address: string, txid: string, block: SeenOutput["block"]): SeenOutput[] {
    const payees = this.#payees.get(txid) ?? [];
    return payees.flatMap((payee, vout) =>
      payee.address === address ? { txid, vout, sats: payee.sats, block } : [],
    );
  }

  get #now(): Moment {
    return this.#moment(0);
  }

  #moment(ago: number): Moment {
    const moment = this.#moments[Math.max(0, this.#moments.length - 1 - ago)];
    if (!moment) throw new Error("the chain has no beginning");
    return moment;
  }

  #become(change: Partial<Moment>): void {
    this.#moments.push({ ...this.#now, ...change });
  }

  #drop(txid: string): void {
    this.#become({ mempool: this.mempool.filter((other) => other !== txid) });
  }

  #tipOf({ blocks }: Moment): Block {
    const tip = blocks.at(-1);
    if (!tip) throw new Error("the chain has no block");
    return tip;
  }

  #block(height: number, txids: readonly string[], time: Date): Block {
    this.#made += 1;
    return { height, hash: `block-${height}-${this.#made}`, time, txids };
  }
}
