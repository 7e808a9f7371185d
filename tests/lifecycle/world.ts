import { asc, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "#shop/checkouts/tables.ts";
import { orders } from "#shop/orders/tables.ts";
import { chainOutputs, quotes } from "#shop/payments/tables.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import { boss, insertBoss } from "#shop/loyalty/test-orders.ts";
import type { StoredOrder } from "#shop/orders/orders.server.ts";
import type { SeenOutput } from "#shop/payments/chain/chain.ts";
import type { StoredOutput, StoredQuote } from "#shop/payments/facts.server.ts";
import { defaultPaymentPolicy, type PaymentPolicy } from "#shop/payments/model/payment.ts";
import { recordTip } from "#shop/payments/poller/watch.server.ts";
import type { AddressSource } from "#shop/payments/wallet/address.ts";
import type { Rate } from "#shop/payments/prices/rate.ts";
import { testKey } from "../make.ts";
import { isOnChain, type OutputRow, type PaymentState } from "./payment-state.ts";
import { SimulatedChain } from "./simulated-chain.ts";

const start = new Date("2026-11-20T08:00:00Z");

const sources: Record<AddressSource["kind"], AddressSource> = {
  xpub: { kind: "xpub", key: testKey },
  fixed: { kind: "fixed", address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" },
};

/** The reports of a source about an output, tracked independently of the shop. */
export interface ReportedOutput {
  sats: number;
  state: StoredOutput["state"];
  blockHash: string | null;
  blockHeight: number | null;
  /** When it was first reported. */
  since: Date;
  /** When the shop last assessed it, and the chain height known then. */
  assessed: { at: Date; tip: number };
}

/** The confirmations after which a new block causes no reassessment. */
const FINAL_CONFIRMATIONS = 7;

/** The environment of a shop's database: chain, price, clock, and what was reported to the shop. */
export class World {
  now = start;
  /** The latest time so far: the clock can be set back. */
  latest = start;
  wasSetBack = false;
  rateCents: number | null = 10_000_000;
  readonly chain = new SimulatedChain(start);
  readonly addresses: AddressSource;
  readonly policy: PaymentPolicy;
  readonly reported = new Map<string, ReportedOutput>();
  tip: number;
  /** When each address was last polled successfully. */
  readonly polledAt = new Map<string, Date>();
  readonly purgedAt = new Map<string, Date>();
  /** How many quotes were requested while another one was: each may leave a gap of the address counter. */
  simultaneousQuotes = 0;

  private constructor(kind: AddressSource["kind"]) {
    this.addresses = sources[kind];
    this.tip = this.chain.tip().height;
    this.policy = { ...defaultPaymentPolicy, ...(kind === "fixed" && { tolerancePercent: 0 }) };
  }

  /** Resets the database to a new shop: one administrator, the catalog, no orders. */
  static async begin(db: Db, kind: AddressSource["kind"]): Promise<World> {
    await db.execute(
      sql`truncate checkouts, payment_addresses, address_keys, chain_outputs, chain_tip, payment_decisions,
        payment_reviews, payment_rechecks, mails, audit_log, customers, users, settings cascade`,
    );
    await insertBoss(db);
    await seedCatalog(db);
    const world = new World(kind);
    await recordTip(db, world.chain.tip(), start);
    return world;
  }

  rate(): Rate | null {
    return this.rateCents === null
      ? null
      : { rateCents: this.rateCents, sources: ["kraken"], at: this.now };
  }

  /** Returns a later moment. No two are equal, so that outputs can be ordered by time. */
  advanceClock(): void {
    this.now = this.addSeconds(0.001);
    if (this.now > this.latest) this.latest = this.now;
  }

  addSeconds(seconds: number): Date {
    return new Date(this.now.getTime() + seconds * 1000);
  }

  /** Records a source's response about an address, and whether it is complete. */
  recordResponse(address: string, outputs: readonly SeenOutput[], complete: boolean): void {
    const seen = new Set<string>();
    const gone = { blockHash: null, blockHeight: null };
    for (const { txid, vout, sats, block } of outputs) {
      const key = `${address} ${txid}:${vout}`;
      seen.add(key);
      this.reported.set(key, {
        sats,
        state: block ? "confirmed" : "mempool",
        blockHash: block?.hash ?? null,
        blockHeight: block?.height ?? null,
        since: this.reported.get(key)?.since ?? this.now,
        assessed: { at: this.now, tip: this.tip },
      });
    }
    for (const [key, output] of this.reported) {
      if (!key.startsWith(`${address} `) || seen.has(key)) continue;
      output.assessed = { at: this.now, tip: this.tip };
      if (!complete) continue;
      if (output.state === "mempool") Object.assign(output, gone, { state: "dropped" });
      if (output.state === "confirmed") Object.assign(output, gone, { state: "reorged" });
    }
  }

  /** Returns when an output was first seen, or an earlier version of its payment that is gone. */
  paidAt(output: OutputRow, outputs: readonly OutputRow[]): Date {
    const coin = this.chain.coinOf(output.txid);
    const replaced = outputs.filter(
      (other) => !isOnChain(other) && this.chain.coinOf(other.txid) === coin,
    );
    const times = [output, ...replaced].map(({ firstSeenAt }) => firstSeenAt.getTime());
    return new Date(Math.min(...times));
  }

  /** Records that the shop reassessed outputs with few confirmations. */
  markReassessed(): void {
    for (const output of this.reported.values()) {
      const { state, blockHeight } = output;
      const few = state === "confirmed" && this.tip - (blockHeight ?? 0) < FINAL_CONFIRMATIONS;
      if (few || state === "mempool") output.assessed = { at: this.now, tip: this.tip };
    }
  }

  /** Records the time of the shop's payment events, which are assessments, too. */
  recordConclusions(before: PaymentState, after: PaymentState): void {
    const known = new Set(before.events.map(({ id }) => id));
    for (const { id, orderId, type, at } of after.events) {
      if (known.has(id) || type !== "payment") continue;
      const order = after.orders.find((row) => row.id === orderId);
      for (const { address, txid, vout, checkoutId } of after.outputs) {
        const output = this.reported.get(`${address} ${txid}:${vout}`);
        if (output && checkoutId === order?.checkoutId) output.assessed = { at, tip: this.tip };
      }
    }
  }

  async checkout(db: Db, which: number): Promise<typeof checkouts.$inferSelect | null> {
    return pick(await db.select().from(checkouts).orderBy(asc(checkouts.createdAt)), which);
  }

  async order(db: Db, which: number): Promise<StoredOrder | null> {
    const rows = await db
      .select(getTableColumns(orders))
      .from(orders)
      .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
      .orderBy(asc(checkouts.createdAt));
    return pick(rows, which);
  }

  async newestQuote(db: Db, checkoutId: string): Promise<StoredQuote | null> {
    const [quote] = await db
      .select()
      .from(quotes)
      .where(eq(quotes.checkoutId, checkoutId))
      .orderBy(desc(quotes.id))
      .limit(1);
    return quote ?? null;
  }

  async unclaimed(db: Db, which: number): Promise<StoredOutput | null> {
    const rows = await db.select().from(chainOutputs).orderBy(chainOutputs.txid, chainOutputs.vout);
    return pick(
      rows.filter((row) => row.checkoutId === null),
      which,
    );
  }

  readonly administrator = boss;
}

/** Returns an element by index modulo the length; null for an empty list. */
export function pick<T>(list: readonly T[], which: number): T | null {
  return list[which % Math.max(1, list.length)] ?? null;
}
