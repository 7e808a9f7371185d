import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "../checkouts/tables.ts";
import { receipts, chainOutputs, paymentDecisions, quotes } from "./tables.ts";
import { lightningInvoices } from "./lightning/tables.ts";
import { chainTip } from "./chain/tables.ts";
import { paymentReviews } from "./review/tables.ts";

export type StoredQuote = typeof quotes.$inferSelect;
export type StoredOutput = typeof chainOutputs.$inferSelect;
export type StoredInvoice = typeof lightningInvoices.$inferSelect;
export type StoredDecision = typeof paymentDecisions.$inferSelect;
export type StoredReceipt = typeof receipts.$inferSelect;

/** A decision about a receipt. */
export type StoredReceiptDecision = StoredDecision & { receiptId: number };

/** Everything that is stored about the payment of a checkout. */
export interface StoredFacts {
  quotes: StoredQuote[];
  outputs: StoredOutput[];
  /** Lightning invoices that the buyer was shown, paid or not. */
  invoices: StoredInvoice[];
  /** Decisions about the payment on the chain. */
  decisions: StoredDecision[];
  receipts: StoredReceipt[];
  receiptDecisions: StoredReceiptDecision[];
  tipHeight: number;
  /** Whether the payment on the chain is in the review queue. */
  inReview: boolean;
}

const outputsOf = (checkoutId: string) => eq(chainOutputs.checkoutId, checkoutId);
const decisionsOf = (checkoutId: string) =>
  and(eq(paymentDecisions.checkoutId, checkoutId), isNull(paymentDecisions.receiptId));
const invoicesOf = (checkoutId: string) => eq(lightningInvoices.checkoutId, checkoutId);
const receiptsOf = (checkoutId: string) => eq(receipts.checkoutId, checkoutId);

/** Loads all stored facts of a payment, in a single query while there are only quotes. */
export async function loadFacts(db: Db, checkoutId: string): Promise<StoredFacts> {
  const rows = await db
    .select({
      quote: quotes,
      tipHeight: sql<number>`coalesce((select ${chainTip.height} from ${chainTip}), 0)`,
      hasOutputs: sql<boolean>`exists (select 1 from ${chainOutputs} where ${outputsOf(checkoutId)})`,
      hasInvoices: sql<boolean>`exists (select 1 from ${lightningInvoices} where ${invoicesOf(checkoutId)})`,
      hasDecisions: sql<boolean>`exists (select 1 from ${paymentDecisions} where ${decisionsOf(checkoutId)})`,
      inReview: sql<boolean>`exists (select 1 from ${paymentReviews} where ${eq(paymentReviews.checkoutId, checkoutId)})`,
      hasReceipts: sql<boolean>`exists (select 1 from ${receipts} where ${receiptsOf(checkoutId)})`,
    })
    .from(checkouts)
    .leftJoin(quotes, eq(quotes.checkoutId, checkouts.id))
    .where(eq(checkouts.id, checkoutId));
  const [first] = rows;
  const received = first?.hasReceipts
    ? await db.select().from(receipts).where(receiptsOf(checkoutId))
    : [];
  return {
    quotes: rows.flatMap(({ quote }) => quote ?? []),
    outputs: first?.hasOutputs
      ? await db.select().from(chainOutputs).where(outputsOf(checkoutId))
      : [],
    invoices: first?.hasInvoices
      ? await db.select().from(lightningInvoices).where(invoicesOf(checkoutId))
      : [],
    decisions: first?.hasDecisions ? await decisionsOfCheckout(db, checkoutId) : [],
    receipts: received,
    receiptDecisions: await decisionsOfReceipts(
      db,
      received.map(({ id }) => id),
    ),
    tipHeight: first?.tipHeight ?? 0,
    inReview: first?.inReview ?? false,
  };
}

/** Returns the decisions about the payment of a checkout on the chain, oldest first. */
export async function decisionsOfCheckout(db: Db, checkoutId: string): Promise<StoredDecision[]> {
  return db
    .select()
    .from(paymentDecisions)
    .where(decisionsOf(checkoutId))
    .orderBy(asc(paymentDecisions.id));
}

/** Returns the decisions about these receipts, oldest first. */
export async function decisionsOfReceipts(
  db: Db,
  ids: readonly number[],
): Promise<StoredReceiptDecision[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(paymentDecisions)
    .where(inArray(paymentDecisions.receiptId, [...ids]))
    .orderBy(asc(paymentDecisions.id));
  return rows.flatMap((row) =>
    row.receiptId === null ? [] : { ...row, receiptId: row.receiptId },
  );
}

/** Returns the decisions about an output, made while it was unclaimed. */
export async function decisionsOfOutput(
  db: Db,
  { txid, vout }: { txid: string; vout: number },
): Promise<StoredDecision[]> {
  return db
    .select()
    .from(paymentDecisions)
    .where(and(eq(paymentDecisions.txid, txid), eq(paymentDecisions.vout, vout)))
    .orderBy(asc(paymentDecisions.id));
}

/** The SQL counterpart of `confirmationsOf`: outputs in the mempool, or with at most this many confirmations. */
export function hasAtMostConfirmations(confirmations: number): SQL | undefined {
  const height = sql`coalesce((select ${chainTip.height} from ${chainTip}), 0) - ${confirmations}::int`;
  return or(
    eq(chainOutputs.state, "mempool"),
    and(eq(chainOutputs.state, "confirmed"), gt(chainOutputs.blockHeight, height)),
  );
}

/** Returns the height of the newest known block; 0 when none is known. */
export async function tipHeight(db: Db): Promise<number> {
  const [tip] = await db.select({ height: chainTip.height }).from(chainTip);
  return tip?.height ?? 0;
}
