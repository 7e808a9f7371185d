import { randomBytes } from "node:crypto";
import { z } from "zod";
import { RequestError } from "../errors.ts";
import type { Journal } from "../journal.ts";
import { checkForMempool, feesOf, INCREMENTAL_FEE } from "./accept.ts";
import { GENESIS, readBlock } from "./block.ts";
import { COINBASE_MATURITY } from "./consensus.ts";
import { type Coin, Ledger } from "./ledger.ts";
import { childOf, mineBlock, type Parent, parentAt, selectTxs } from "./miner.ts";
import { scriptOfAddress } from "./network.ts";
import { parseTx, vsize } from "./tx.ts";
import type { Tx } from "./tx.ts";
import { Wallet } from "./wallet.ts";

/** The default fee rate of the wallet, in sats per vbyte. */
export const DEFAULT_FEE_RATE = 5;
const SATS_PER_BTC = 100_000_000;
const FUNDING_COINS = 200;
const FUNDING_COIN_SATS = 10 * SATS_PER_BTC;
// Their coinbases are worth the funding coins and the fee of splitting them.
const FUNDING_BLOCKS = 41;
/** The height of the block with the wallet's coins: the coinbases are mature then. */
const FUNDED_HEIGHT = FUNDING_BLOCKS + COINBASE_MATURITY;
/** The time between blocks of the past, in seconds. */
const BLOCK_SECONDS = 600;

const blockRecord = z.object({
  header: z.string(),
  coinbase: z.string(),
  txids: z.string().array(),
});
type BlockRecord = z.infer<typeof blockRecord>;

/** A line of chain.jsonl: everything that ever changed the chain or the mempool. */
export const chainRecord = z.discriminatedUnion("t", [
  // The first line. The journals of older versions, whose blocks break the consensus rules, lack it.
  z.object({ t: z.literal("rules"), rules: z.literal("regtest") }),
  z.object({ t: z.literal("tx"), hex: z.string() }),
  z.object({ t: z.literal("block"), block: blockRecord }),
  z.object({ t: z.literal("evict"), txid: z.string() }),
  // One line for the whole event: a crash must never leave half a reorganisation behind.
  z.object({
    t: z.literal("reorg"),
    depth: z.number(),
    readd: z.boolean(),
    blocks: blockRecord.array(),
  }),
]);
export type ChainRecord = z.infer<typeof chainRecord>;

/** Sources of time (ms) and randomness; the demo data brings its own. */
export type ChainEnvironment = { now: () => number; randomBytes: (count: number) => Uint8Array };

const systemEnvironment: ChainEnvironment = { now: Date.now, randomBytes };

/** An amount for an address, in sats. */
type Output = { address: string; sats: number };

/** The pretend network: a regtest chain, its mempool, and a wallet that always has coins. */
export class Chain {
  readonly ledger = new Ledger();
  readonly wallet = new Wallet();
  readonly #journal: Journal<ChainRecord>;
  readonly #environment: ChainEnvironment;

  /** Replays the journal; a new one gets the blocks that fund the wallet. */
  constructor(journal: Journal<ChainRecord>, environment = systemEnvironment) {
    this.#journal = journal;
    this.#environment = environment;
    this.#apply({ t: "block", block: { ...GENESIS, txids: [] } });
    for (const record of journal.past) this.#apply(record);
    if (journal.past.length === 0) this.#commit({ t: "rules", rules: "regtest" });
    this.#fund();
  }

  /** Pays the outputs in one new unconfirmed transaction; returns its txid. */
  pay(outputs: readonly Output[], feeRate = DEFAULT_FEE_RATE): string {
    // No dust limit: a shop has to cope with being paid any amount, down to 1 sat.
    const payees = toPayees(outputs);
    return this.broadcast(this.wallet.buildPayment({ payees, coins: this.coins(), feeRate }));
  }

  /** Returns the wallet's coins that the next block can spend, the oldest first. */
  coins(): Coin[] {
    const coins = this.ledger.coins(this.wallet.script);
    return coins.filter(({ txid }) => this.ledger.isSpendable(txid));
  }

  /** Takes a raw transaction (hex) into the mempool; returns its txid. */
  broadcast(hex: string): string {
    const tx = parseTx(hex);
    if (this.ledger.inMempool(tx.txid)) return tx.txid;
    checkForMempool(this.ledger, tx);
    this.#commit({ t: "tx", hex: tx.hex });
    return tx.txid;
  }

  /** Mines blocks: each takes as much of the mempool as fits, in the order of arrival. */
  mine(count: number): void {
    for (let i = 0; i < count; i++) this.#mineAt(this.#now());
  }

  /**
   * Replaces one of the wallet's unconfirmed payments by one of the same coins that pays more fee:
   * to the given outputs, or to the same payees (a fee bump). Returns the new txid.
   */
  replace(txid: string, outputs?: readonly Output[]): string {
    const old = this.#unconfirmed(txid);
    const mustSpend = old.inputs.map((input) => {
      const prevout = this.ledger.output(input.txid, input.vout);
      if (prevout?.script !== this.wallet.script) {
        throw new RequestError("Only payments from the sandbox wallet can be replaced");
      }
      return { txid: input.txid, vout: input.vout, value: prevout.value };
    });
    const replaced = this.ledger.withDescendants([txid]);
    const oldFees = feesOf(this.ledger, replaced);
    const payees = outputs
      ? toPayees(outputs)
      : old.outputs.filter(({ script }) => script !== this.wallet.script);
    const hex = this.wallet.buildPayment({
      payees,
      mustSpend,
      // Its own change, or its descendants', is gone once it is replaced; confirmed coins stay.
      coins: this.coins().filter((coin) => !replaced.has(coin.txid)),
      feeRate: this.ledger.fee(old) / vsize(old) + DEFAULT_FEE_RATE,
      minFee: (vbytes) => oldFees + vbytes * INCREMENTAL_FEE,
    });
    return this.broadcast(hex);
  }

  /** Removes an unconfirmed transaction and its descendants from the mempool; returns their txids. */
  evict(txid: string): string[] {
    this.#unconfirmed(txid);
    const evicted = [...this.ledger.withDescendants([txid])];
    this.#commit({ t: "evict", txid });
    return evicted;
  }

  /**
   * Replaces the newest `depth` blocks by `depth + 1` empty ones. The transactions they held are
   * unconfirmed again, or gone for good if `readd` is false.
   */
  reorg(depth: number, readd: boolean): void {
    const fork = this.ledger.tip.height - depth;
    if (fork < FUNDED_HEIGHT) {
      const most = this.ledger.tip.height - FUNDED_HEIGHT;
      throw new RequestError(`Only ${most} blocks can be replaced`);
    }
    const blocks: BlockRecord[] = [];
    let parent = parentAt(this.ledger, fork);
    for (let i = 0; i <= depth; i++) {
      const block = this.#assemble(parent, [], this.#now());
      blocks.push(block);
      parent = childOf(parent, readBlock(block.header, []));
    }
    this.#commit({ t: "reorg", depth, readd, blocks });
  }

  #unconfirmed(txid: string): Tx {
    const tx = this.ledger.tx(txid);
    if (tx === undefined) throw new RequestError("No such transaction", 404);
    if (!this.ledger.inMempool(txid))
      throw new RequestError("The transaction is already confirmed");
    return tx;
  }

  /** Mines the wallet's first coins in blocks of the past, or continues where a crash interrupted that. */
  #fund(): void {
    const now = this.#now();
    while (this.ledger.tip.height < FUNDED_HEIGHT) {
      const height = this.ledger.tip.height + 1;
      if (height === FUNDED_HEIGHT && this.ledger.mempool().length === 0) this.#splitCoinbases();
      this.#mineAt(now - (FUNDED_HEIGHT + 1 - height) * BLOCK_SECONDS);
    }
  }

  #splitCoinbases(): void {
    const payees = Array.from({ length: FUNDING_COINS }, () => {
      return { value: FUNDING_COIN_SATS, script: this.wallet.script };
    });
    const plan = { payees, coins: this.coins(), feeRate: DEFAULT_FEE_RATE };
    this.broadcast(this.wallet.buildPayment(plan));
  }

  /** The environment's time in Unix seconds. */
  #now(): number {
    return Math.floor(this.#environment.now() / 1000);
  }

  #mineAt(time: number): void {
    const parent = parentAt(this.ledger, this.ledger.tip.height);
    const txs = selectTxs(this.ledger);
    this.#commit({ t: "block", block: this.#assemble(parent, txs, time) });
  }

  #assemble(parent: Parent, txs: readonly Tx[], now: number): BlockRecord {
    const txids = txs.map(({ txid }) => txid);
    const reward = { fees: feesOf(this.ledger, txids), script: this.wallet.script };
    const salt = this.#environment.randomBytes(8);
    const { header, coinbase } = mineBlock(parent, txs, { ...reward, now, salt });
    return { header, coinbase: coinbase.hex, txids };
  }

  #commit(record: ChainRecord): void {
    this.#journal.append(record);
    this.#apply(record);
  }

  // The only place where the ledger changes, so that a replay ends where the first run did.
  #apply(record: ChainRecord): void {
    if (record.t === "tx") {
      const tx = parseTx(record.hex);
      this.ledger.drop(checkForMempool(this.ledger, tx));
      this.ledger.addToMempool(tx);
    } else if (record.t === "rules") {
      // Changes nothing: the record only says which rules the others follow.
    } else if (record.t === "block") {
      this.#connect(record.block);
    } else if (record.t === "evict") {
      this.ledger.drop([record.txid]);
    } else {
      this.ledger.rewind(record.depth, record.readd);
      for (const block of record.blocks) this.#connect(block);
    }
  }

  #connect({ header, coinbase, txids }: BlockRecord): void {
    const waiting = txids.map((txid) => {
      const tx = this.ledger.tx(txid);
      if (tx === undefined) throw new Error(`a block holds the unknown transaction ${txid}`);
      return tx;
    });
    const txs = [parseTx(coinbase), ...waiting];
    this.ledger.connect(readBlock(header, txs), txs);
  }
}

function toPayees(outputs: readonly Output[]): { script: string; value: number }[] {
  if (outputs.length === 0) throw new RequestError("At least one output is needed");
  return outputs.map(({ address, sats }) => ({ script: scriptOfAddress(address), value: sats }));
}
