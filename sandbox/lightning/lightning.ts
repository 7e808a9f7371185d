import { createHmac } from "node:crypto";
import type { Chain } from "../chain/chain.ts";
import { RequestError } from "../errors.ts";
import type { Faults } from "../http/faults.ts";
import { type Invoice, type InvoiceStore, statusOf } from "./invoices.ts";
import { loadLdk } from "./ldk.ts";
import type { Bitcoin, InvoiceRequest, LightningNetwork } from "./network.ts";
import { RequestLog } from "./request-log.ts";
import { Streams } from "./streams.ts";

const LATE_SETTLEMENT_MS = 20_000;

/** A payment of the buyer's wallet: `pending` while the merchant's node holds it. */
export type Payment = { hash: string; msat: number; memo: string; status: "paid" | "pending" };

type CreateRequest = InvoiceRequest & { label?: string; externalId?: string | null };

/** Derives 32 bytes for a purpose from the sandbox's Lightning seed. */
export function deriveSecret(seed: Uint8Array, purpose: string): Buffer {
  return createHmac("sha256", seed).update(purpose).digest();
}

/**
 * Lightning in the sandbox: the merchant's node with its invoices, and the buyer's wallet that pays them. LDK is loaded
 * and the channel opened by the first `start`.
 */
export class Lightning {
  readonly store: InvoiceStore;
  readonly streams: Streams;
  readonly requests = new RequestLog();
  readonly faults: Faults;
  readonly #chain: Chain;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #forgotten = new Set<string>();
  #starting: Promise<LightningNetwork> | undefined;
  #network: LightningNetwork | undefined;

  constructor(chain: Chain, store: InvoiceStore, faults: Faults) {
    this.#chain = chain;
    this.store = store;
    this.faults = faults;
    this.streams = new Streams(faults);
  }

  /** Starts the nodes once for all callers. Throws LightningUnavailable. */
  start(): Promise<LightningNetwork> {
    return (this.#starting ??= this.#open().catch((error: unknown) => {
      this.#starting = undefined;
      throw error;
    }));
  }

  /** Null until the first `start` has succeeded. */
  get network(): LightningNetwork | null {
    return this.#network ?? null;
  }

  get bitcoin(): Bitcoin {
    return this.faults.lightning === "wrong-network" ? "mainnet" : "regtest";
  }

  get blockHeight(): number {
    return this.#chain.ledger.tip.height;
  }

  /** What the merchant's node holds and can receive, in satoshis. */
  async balance(): Promise<{ localSats: number; remoteSats: number }> {
    const channels = (await this.start()).channels();
    const sats = (part: (channel: (typeof channels)[number]) => bigint) =>
      Number(channels.reduce((sum, channel) => sum + part(channel), 0n) / 1000n);
    const isFull = this.faults.lightning === "capacity-warning";
    return {
      localSats: sats((channel) => channel.get_outbound_capacity_msat()),
      remoteSats: isFull ? 0 : sats((channel) => channel.get_inbound_capacity_msat()),
    };
  }

  async createInvoice(request: CreateRequest): Promise<Invoice> {
    const made = (await this.start()).createInvoice(request, this.bitcoin);
    const { msat, memo, label = made.hash, externalId = null } = request;
    const invoice = this.store.add({ ...made, msat, memo, label, externalId });
    this.streams.publish(invoice, "added");
    return invoice;
  }

  /** Whether the node lost an invoice when it was restored from a backup. */
  hasForgotten(hash: string): boolean {
    return this.#forgotten.has(hash);
  }

  /** Returns an invoice that the merchant's node knows, as far as and in the way that the faults let it. */
  find(hash: string): Invoice | undefined {
    const fault = this.faults.lightning;
    if (fault === "lookup-not-found" || this.hasForgotten(hash)) return undefined;
    const invoice = this.store.get(hash);
    if (!invoice) return undefined;
    const { settled } = invoice;
    if (fault === "wrong-invoice") return { ...invoice, hash: "ab".repeat(32) };
    if (fault === "wrong-preimage") return { ...invoice, preimage: "ab".repeat(32) };
    if (fault === "wrong-time" && settled)
      return { ...invoice, settled: { ...settled, at: Number.MAX_SAFE_INTEGER } };
    return invoice;
  }

  /** The invoices that the merchant's node knows, oldest first. */
  list(): Invoice[] {
    return this.store.list().filter(({ hash }) => this.find(hash) !== undefined);
  }

  /** Pays an invoice with the buyer's wallet, with its own amount or another one. Throws RequestError if it fails. */
  async pay(text: string, otherMsat?: number): Promise<Payment> {
    const network = await this.start();
    const { hash, msat: asked, memo, isRegtest, expiresAt } = network.readInvoice(text);
    if (!isRegtest)
      throw new RequestError("The invoice is for another network: the sandbox is regtest");
    if (this.store.wasSent(hash)) throw new RequestError("This invoice is already paid");
    if (expiresAt <= Date.now()) throw new RequestError("The invoice has expired");
    const factor = this.faults.lightning === "paid-double" ? 2 : 1;
    const msat = otherMsat ?? (asked === null ? undefined : asked * factor);
    if (msat === undefined) throw new RequestError("The invoice has no amount: give one");
    if (asked !== null && msat < asked) {
      throw new RequestError("A Lightning invoice is paid in full or not at all");
    }
    const result = network.send(text, msat);
    if (result.status === "failed") throw new RequestError(result.reason);
    return { hash, msat, memo, status: result.status };
  }

  /** Reads an invoice without paying it; throws RequestError. */
  async read(text: string) {
    return (await this.start()).readInvoice(text);
  }

  /** Cancels an open invoice. */
  cancel(hash: string): void {
    this.store.cancel(hash);
  }

  /** Settles the payments that are held; returns their number. */
  settleHeld(): number {
    const held = [...this.#timers.keys()];
    for (const hash of held) this.#settle(hash);
    return held.length;
  }

  /** To be called when a fault was switched on or off. */
  applyFaults(): void {
    if (this.faults.lightning !== "invoices-forgotten") this.#forgotten.clear();
    else if (this.#forgotten.size === 0) {
      for (const { hash } of this.store.list()) this.#forgotten.add(hash);
    }
    this.streams.applyFaults();
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.streams.closeAll();
  }

  async #open(): Promise<LightningNetwork> {
    const ldk = await loadLdk();
    const { seed } = this.store;
    const seeds = {
      merchant: deriveSecret(seed, "merchant's node"),
      buyer: deriveSecret(seed, "buyer's node"),
    };
    const network = await import("./network.ts");
    this.#network = new network.LightningNetwork(ldk, this.#chain, seeds, {
      onArrival: (hash) => this.#decide(hash),
      onSettled: (hash, msat) => {
        this.store.settle(hash, msat);
        this.streams.publish(this.store.get(hash) as Invoice, "settled");
      },
      onSent: (hash) => this.store.markSent(hash),
    });
    return this.#network;
  }

  /** As every node, it takes only payments of open invoices. */
  #decide(hash: string): "claim" | "hold" | "reject" {
    const invoice = this.hasForgotten(hash) ? undefined : this.store.get(hash);
    if (invoice === undefined || statusOf(invoice) !== "open") return "reject";
    if (this.faults.lightning !== "settled-late") return "claim";
    invoice.isHeld = true;
    const delay = invoice.expiresAt + LATE_SETTLEMENT_MS - Date.now();
    this.#timers.set(hash, setTimeout(() => this.#settle(hash), delay).unref());
    return "hold";
  }

  #settle(hash: string): void {
    clearTimeout(this.#timers.get(hash));
    this.#timers.delete(hash);
    const invoice = this.store.get(hash);
    if (invoice) this.#network?.claim(invoice.preimage);
  }
}
