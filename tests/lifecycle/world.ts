import { asc, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "#shop/checkout/tables.ts";
import { orders } from "#shop/orders/tables.ts";
import { chainOutputs, quotes } from "#shop/payments/tables.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import { boss, insertBoss } from "#shop/loyalty/test-orders.ts";
import type { StoredOrder } from "#shop/orders/orders.server.ts";
import type { SeenOutput } from "#shop/payments/chain/chain.ts";
import type { StoredOutput, StoredQuote } from "#shop/payments/facts.server.ts";
import { defaultPaymentPolicy, type PaymentPolicy } from "#shop/payments/model/payment.ts";
import { recordTip } from "#shop/payments/poller/watch.server.ts";
import type { AddressSource } from "#shop/payments/quotes.server.ts";
import type { Rate } from "#shop/payments/prices/rate.ts";
import { testKey } from "../make.ts";
import type { Everything } from "./everything.ts";
import { PaperChain } from "./paper-chain.ts";

const start = new Date("2026-11-20T08:00:00Z");

const sources: Record<AddressSource["kind"], AddressSource> = {
  xpub: { kind: "xpub", key: testKey },
  fixed: { kind: "fixed", address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" },
};

/** What the shop was told of an output, by the plainest bookkeeping there is. */
export interface Told {
  sats: number;
  state: StoredOutput["state"];
  blockHash: string | null;
  blockHeight: number | null;
  /** When the shop first heard of it. */
  since: Date;
  /** When it last drew conclusions from it, and how high the chain was to it then. */
  concluded: { at: Date; tip: number };
}

/** Confirmations after which a new block changes nothing, and nobody looks again because of it. */
const LAST_TOLD = 7;

/** The world around a shop's database: the chain, the price, the clock, and what the shop was told of them. */
export class World {
  now = start;
  /** The latest that it ever was: the clock may be set back. */
  latest = start;
  wasSetBack = false;
  rateCents: number | null = 10_000_000;
  readonly chain = new PaperChain(start);
  readonly addresses: AddressSource;
  readonly policy: PaymentPolicy;
  readonly told = new Map<string, Told>();
  tip: number;
  /** When a source last answered about an address. */
  readonly answeredAt = new Map<string, Date>();
  readonly purgedAt = new Map<string, Date>();

  private constructor(kind: AddressSource["kind"]) {
    this.addresses = sources[kind];
    this.tip = this.chain.tip().height;
    this.policy = { ...defaultPaymentPolicy, ...(kind === "fixed" && { tolerancePercent: 0 }) };
  }

  /** A shop that was just opened: one administrator, the catalog, no orders. */
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

  /** A moment later: no two are the same, so that what was there first can be told by its time. */
  passMoment(): void {
    this.now = this.later(0.001);
    if (this.now > this.latest) this.latest = this.now;
  }

  later(seconds: number): Date {
    return new Date(this.now.getTime() + seconds * 1000);
  }

  /** Notes what a source told of an address, and that it was all of it. */
  hear(address: string, outputs: readonly SeenOutput[], complete: boolean): void {
    const seen = new Set<string>();
    const gone = { blockHash: null, blockHeight: null };
    for (const { txid, vout, sats, block } of outputs) {
      const key = `${address} ${txid}:${vout}`;
      seen.add(key);
      this.told.set(key, {
        sats,
        state: block ? "confirmed" : "mempool",
        blockHash: block?.hash ?? null,
        blockHeight: block?.height ?? null,
        since: this.told.get(key)?.since ?? this.now,
        concluded: { at: this.now, tip: this.tip },
      });
    }
    for (const [key, told] of this.told) {
      if (!key.startsWith(`${address} `) || seen.has(key)) continue;
      told.concluded = { at: this.now, tip: this.tip };
      if (!complete) continue;
      if (told.state === "mempool") Object.assign(told, gone, { state: "dropped" });
      if (told.state === "confirmed") Object.assign(told, gone, { state: "reorged" });
    }
  }

  /** Notes that the shop looked again at money with few confirmations. */
  hearBlock(): void {
    for (const told of this.told.values()) {
      const { state, blockHeight } = told;
      const few = state === "confirmed" && this.tip - (blockHeight ?? 0) < LAST_TOLD;
      if (few || state === "mempool") told.concluded = { at: this.now, tip: this.tip };
    }
  }

  /** Notes what the shop wrote down of payments: whoever had it look again, it looked then. */
  hearConclusions(before: Everything, after: Everything): void {
    const known = new Set(before.events.map(({ id }) => id));
    for (const { id, orderId, type, at } of after.events) {
      if (known.has(id) || type !== "payment") continue;
      const order = after.orders.find((row) => row.id === orderId);
      for (const { address, txid, vout, checkoutId } of after.outputs) {
        const told = this.told.get(`${address} ${txid}:${vout}`);
        if (told && checkoutId === order?.checkoutId) told.concluded = { at, tip: this.tip };
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

/** One of these, whatever the number; null when there are none. */
export function pick<T>(list: readonly T[], which: number): T | null {
  return list[which % Math.max(1, list.length)] ?? null;
}
