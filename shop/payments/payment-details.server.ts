import { and, asc, desc, eq, isNotNull, isNull, or } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { receipts, chainOutputs, quotes } from "./tables.ts";
import { lightningInvoices } from "./lightning/tables.ts";
import { paymentReviews } from "./review/tables.ts";
import type { ReceiptMethod } from "../settings/payment-method.ts";
import { decisionsOfCheckout, tipHeight } from "./facts.server.ts";
import {
  activeDecisions,
  confirmationsOf,
  isLive,
  type OutputState,
  type PaidInvoice,
  paidInvoices,
} from "./model/payment.ts";
import { type Refund, refundedSats } from "./model/refund.ts";
import { refundLookUps } from "./review/refund-checks.server.ts";
import type { RefundLookUp } from "./review/refund-state.ts";
import type { PriceSourceName } from "./prices/rate.ts";
import { type Dispute, unrefundedCents } from "./model/receipt.ts";

/** The stored payment of a checkout, for the admin pages. */
export interface PaymentDetails {
  /** Satoshis received, confirmed or not. */
  receivedSats: number;
  /** Satoshis of them that no refund was recorded for. */
  unrefundedSats: number;
  /** Paid Lightning invoices, oldest first. */
  lightningPayments: PaidInvoice[];
  /** Invoices that the node made and does not have any more, so that their payment is not found. */
  unknownInvoices: { paymentHash: string; sats: number; unknownSince: Date }[];
  /** Every output ever seen, including those that are gone. */
  transactions: {
    txid: string;
    vout: number;
    sats: number;
    state: OutputState;
    /** The transaction that spends the same coins, when it was replaced by one. */
    replacedBy: string | null;
    firstSeenAt: Date;
    confirmations: number;
  }[];
  /** Refunds on the chain, oldest first. */
  refunds: (Refund & { lookUp: RefundLookUp | null })[];
  /** Newest first. */
  quotes: {
    sats: number;
    /** True when it could be paid by Lightning only. */
    lightningOnly: boolean;
    rateCents: number;
    marginBasisPoints: number;
    sources: PriceSourceName[];
    lockedAt: Date;
    expiresAt: Date;
  }[];
  /** Payments by other methods, oldest first. */
  receipts: {
    id: number;
    method: ReceiptMethod;
    cents: number;
    currency: string;
    refundedCents: number;
    creditedCents: number;
    unrefundedCents: number;
    dispute: Dispute | null;
    reference: string;
    receivedAt: Date;
    /** True while it is in the review queue. */
    inReview: boolean;
  }[];
}

/** Returns everything stored about the payment of a checkout. */
export async function paymentDetails(db: Db, checkoutId: string): Promise<PaymentDetails> {
  const { settledAt, unknownSince } = lightningInvoices;
  const [tip, outputs, invoices, storedQuotes, decisions, storedReceipts] = await Promise.all([
    tipHeight(db),
    db
      .select()
      .from(chainOutputs)
      .where(eq(chainOutputs.checkoutId, checkoutId))
      .orderBy(asc(chainOutputs.firstSeenAt), asc(chainOutputs.txid), asc(chainOutputs.vout)),
    db
      .select()
      .from(lightningInvoices)
      .where(
        and(
          eq(lightningInvoices.checkoutId, checkoutId),
          or(isNotNull(settledAt), isNotNull(unknownSince)),
        ),
      )
      .orderBy(asc(settledAt), asc(lightningInvoices.id)),
    db
      .select({
        sats: quotes.sats,
        lightningOnly: isNull(quotes.address).mapWith(Boolean),
        rateCents: quotes.rateCents,
        marginBasisPoints: quotes.marginBasisPoints,
        sources: quotes.sources,
        lockedAt: quotes.lockedAt,
        expiresAt: quotes.expiresAt,
      })
      .from(quotes)
      .where(eq(quotes.checkoutId, checkoutId))
      .orderBy(desc(quotes.lockedAt), desc(quotes.id)),
    decisionsOfCheckout(db, checkoutId),
    db
      .select({
        id: receipts.id,
        method: receipts.method,
        cents: receipts.cents,
        currency: receipts.currency,
        refundedCents: receipts.refundedCents,
        creditedCents: receipts.creditedCents,
        dispute: receipts.dispute,
        reference: receipts.reference,
        receivedAt: receipts.receivedAt,
        review: paymentReviews.id,
      })
      .from(receipts)
      .leftJoin(paymentReviews, eq(paymentReviews.receiptId, receipts.id))
      .where(eq(receipts.checkoutId, checkoutId))
      .orderBy(asc(receipts.receivedAt), asc(receipts.id)),
  ]);
  const transactions = outputs.map((output) => ({
    txid: output.txid,
    vout: output.vout,
    sats: output.sats,
    state: output.state,
    replacedBy: output.replacedBy,
    firstSeenAt: output.firstSeenAt,
    confirmations: confirmationsOf(output, tip),
  }));
  const active = activeDecisions(decisions);
  const lookUps = await refundLookUps(
    db,
    active.flatMap(({ id, refund }) => (refund ? id : [])),
  );
  const lightningPayments = paidInvoices(invoices);
  const received = [...transactions.filter(isLive), ...lightningPayments];
  const receivedSats = received.reduce((sum, { sats }) => sum + sats, 0);
  return {
    receivedSats,
    unrefundedSats: Math.max(0, receivedSats - refundedSats(active)),
    lightningPayments,
    unknownInvoices: invoices.flatMap(({ paymentHash, sats, unknownSince: since }) =>
      since ? { paymentHash, sats, unknownSince: since } : [],
    ),
    transactions,
    refunds: active.flatMap(({ id, refund }) =>
      refund ? { ...refund, lookUp: lookUps.get(id) ?? null } : [],
    ),
    quotes: storedQuotes,
    receipts: storedReceipts.map(({ review, ...receipt }) => ({
      ...receipt,
      unrefundedCents: unrefundedCents(receipt),
      inReview: review !== null,
    })),
  };
}
