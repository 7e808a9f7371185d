import { z } from "zod";
import type { Journal } from "../journal.ts";

const invoiceShape = {
  /** Payment hash, preimage and payment secret in hex. */
  hash: z.string(),
  preimage: z.string(),
  secret: z.string(),
  bolt11: z.string(),
  /** Null for an invoice that the payer chooses the amount of. */
  msat: z.int().nullable(),
  memo: z.string(),
  /** Unix milliseconds. */
  createdAt: z.int(),
  expiresAt: z.int(),
  /** Core Lightning's name of the invoice, unique. */
  label: z.string(),
  /** phoenixd's reference to another system. */
  externalId: z.string().nullable(),
};

/** A line of lightning.jsonl. */
export const lightningRecord = z.discriminatedUnion("t", [
  // The first line: what all keys and credentials are derived from (hex).
  z.object({ t: z.literal("seed"), seed: z.string() }),
  z.object({ t: z.literal("invoice"), ...invoiceShape }),
  z.object({ t: z.literal("settled"), hash: z.string(), at: z.int(), msat: z.int() }),
  z.object({ t: z.literal("canceled"), hash: z.string(), at: z.int() }),
  z.object({ t: z.literal("deleted"), hash: z.string() }),
  z.object({ t: z.literal("sent"), hash: z.string() }),
]);
export type LightningRecord = z.infer<typeof lightningRecord>;

export type NewInvoice = z.infer<z.ZodObject<typeof invoiceShape>>;

/** An invoice of the merchant's node and what became of it. */
export type Invoice = NewInvoice & {
  /** Counts the invoices from 1. */
  addIndex: number;
  /** Index counts the settled invoices from 1; msat is what the payer sent. */
  settled: { at: number; msat: number; index: number } | null;
  canceledAt: number | null;
  /** The payment has arrived and is held. */
  isHeld: boolean;
};

export type InvoiceStatus = "open" | "held" | "settled" | "canceled" | "expired";

/** Returns the state of an invoice at present: an expired one is not stored as such. */
export function statusOf(invoice: Invoice, now = Date.now()): InvoiceStatus {
  if (invoice.settled) return "settled";
  if (invoice.canceledAt !== null) return "canceled";
  if (invoice.isHeld) return "held";
  return now < invoice.expiresAt ? "open" : "expired";
}

/** The invoices of the merchant's node and the payments of the buyer's, stored across restarts. */
export class InvoiceStore {
  readonly seed: Buffer;
  readonly #journal: Journal<LightningRecord>;
  readonly #invoices = new Map<string, Invoice>();
  readonly #settled: Invoice[] = [];
  readonly #deleted = new Set<string>();
  readonly #sent = new Set<string>();

  /** `newSeed` returns 32 bytes, and is called once in the life of the journal. */
  constructor(journal: Journal<LightningRecord>, newSeed: () => Uint8Array) {
    this.#journal = journal;
    const [first] = journal.past;
    for (const record of journal.past) this.#apply(record);
    const seed = first?.t === "seed" ? first.seed : Buffer.from(newSeed()).toString("hex");
    if (first === undefined) journal.append({ t: "seed", seed });
    this.seed = Buffer.from(seed, "hex");
  }

  /** All invoices, oldest first. */
  list(): Invoice[] {
    return [...this.#invoices.values()].filter(({ hash }) => !this.#deleted.has(hash));
  }

  /** The settled invoices in the order of their settle index. */
  settled(): readonly Invoice[] {
    return this.#settled;
  }

  get(hash: string): Invoice | undefined {
    return this.#deleted.has(hash) ? undefined : this.#invoices.get(hash);
  }

  add(invoice: NewInvoice): Invoice {
    this.#commit({ t: "invoice", ...invoice });
    return this.#invoices.get(invoice.hash) as Invoice;
  }

  settle(hash: string, msat: number): void {
    this.#commit({ t: "settled", hash, at: Date.now(), msat });
  }

  cancel(hash: string): void {
    this.#commit({ t: "canceled", hash, at: Date.now() });
  }

  delete(hash: string): void {
    this.#commit({ t: "deleted", hash });
  }

  /** Records that the buyer's node has paid this payment hash. */
  markSent(hash: string): void {
    this.#commit({ t: "sent", hash });
  }

  wasSent(hash: string): boolean {
    return this.#sent.has(hash);
  }

  #commit(record: LightningRecord): void {
    this.#journal.append(record);
    this.#apply(record);
  }

  #apply(record: LightningRecord): void {
    if (record.t === "seed") return;
    if (record.t === "sent") {
      this.#sent.add(record.hash);
    } else if (record.t === "deleted") {
      this.#deleted.add(record.hash);
    } else if (record.t === "invoice") {
      const { t: _, ...invoice } = record;
      const addIndex = this.#invoices.size + 1;
      const fresh = { settled: null, canceledAt: null, isHeld: false };
      this.#invoices.set(record.hash, { ...invoice, addIndex, ...fresh });
    } else {
      const invoice = this.#invoices.get(record.hash);
      if (!invoice) throw new Error(`no invoice has the payment hash ${record.hash}`);
      invoice.isHeld = false;
      if (record.t === "canceled") {
        invoice.canceledAt = record.at;
      } else {
        invoice.settled = { at: record.at, msat: record.msat, index: this.#settled.length + 1 };
        this.#settled.push(invoice);
      }
    }
  }
}
