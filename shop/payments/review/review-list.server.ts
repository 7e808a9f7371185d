import { type Goods, goodsOf } from "../../catalog/goods.ts";
import { and, count, desc, eq, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { alias, unionAll } from "drizzle-orm/pg-core";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "#shop/checkouts/tables.ts";
import { receipts, chainOutputs, paymentDecisions, quotes } from "../tables.ts";
import { lightningInvoices } from "../lightning/tables.ts";
import { paymentReviews } from "./tables.ts";
import { orders, withdrawals } from "#shop/orders/tables.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import { isSentByProvider } from "./receipt-decisions.server.ts";
import { refundLookUps } from "./refund-checks.server.ts";
import { type Choice, type ReviewSubject, subjectKey } from "./review.ts";
import type { DecisionRow, Owner, Page, ReceiptAmount, ReviewRow } from "./review-view.ts";

/** Rows per page of the lists in the review. */
export const REVIEWS_PER_PAGE = 50;

/** Returns how many payments wait for a decision. */
export async function countReviews(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(paymentReviews);
  return row?.count ?? 0;
}

/** Returns how many payments and withdrawals wait for a decision. */
export async function countDecisions(db: Db): Promise<number> {
  const reviews = db.select({ id: sql`1`.as("id") }).from(paymentReviews);
  const waiting = db
    .select({ id: sql`1`.as("id") })
    .from(withdrawals)
    .where(isNull(withdrawals.decidedAt));
  return db.$count(unionAll(reviews, waiting).as("decisions"));
}

/** Returns a page of the payments that wait for a decision, newest first; `after` is the `next` of the page before. */
export async function listReviews(db: Db, after: string | null): Promise<Page<ReviewRow>> {
  const [, sinceText, idText] = /^([\d-]+T[\d:.]+Z)_(\d{1,15})$/.exec(after ?? "") ?? [];
  const since = new Date(sinceText ?? Number.NaN);
  const olderThanLast = Number.isNaN(since.getTime())
    ? undefined
    : or(
        lt(paymentReviews.since, since),
        and(eq(paymentReviews.since, since), lt(paymentReviews.id, Number(idText))),
      );
  const rows = await selectReviews(db, olderThanLast);
  const shown = rows.slice(0, REVIEWS_PER_PAGE);
  const last = rows.length > REVIEWS_PER_PAGE ? shown.at(-1)?.review : undefined;
  return {
    rows: shown.map(({ review, worthCents, receipt, ...owner }) => ({
      id: review.id,
      key: subjectKey(subjectOf(review)),
      reason: review.reason,
      since: review.since,
      dueSats: review.dueSats,
      receivedSats: review.receivedSats,
      missingSats: review.missingSats,
      excessSats: review.excessSats,
      worthCents,
      receipt: receipt && toReceiptAmount(receipt),
      ...toOwner(owner),
    })),
    next: last ? `${last.since.toISOString()}_${last.id}` : null,
  };
}

function selectReviews(db: Db, condition: SQL | undefined) {
  return db
    .select({
      review: paymentReviews,
      ...ownerColumns,
      worthCents: worthCents(),
      receipt: receipts,
    })
    .from(paymentReviews)
    .leftJoin(receipts, eq(receipts.id, paymentReviews.receiptId))
    .leftJoin(
      checkouts,
      or(eq(checkouts.id, paymentReviews.checkoutId), eq(checkouts.id, receipts.checkoutId)),
    )
    .leftJoin(orders, eq(orders.checkoutId, checkouts.id))
    .where(condition)
    .orderBy(desc(paymentReviews.since), desc(paymentReviews.id))
    .limit(REVIEWS_PER_PAGE + 1);
}

/** Returns a page of the decisions, newest first; `after` is the `next` of the page before. */
export async function listDecisions(db: Db, after: string | null): Promise<Page<DecisionRow>> {
  const id = /^\d{1,15}$/.test(after ?? "") ? Number(after) : null;
  return selectDecisions(db, id === null ? undefined : lt(paymentDecisions.id, id));
}

/** Returns the newest decisions about this subject, newest first. */
export async function listDecisionsAbout(db: Db, subject: ReviewSubject): Promise<DecisionRow[]> {
  const { rows } = await selectDecisions(db, matchesDecision(subject));
  return rows;
}

function matchesDecision(subject: ReviewSubject): SQL | undefined {
  if ("receiptId" in subject) return eq(paymentDecisions.receiptId, subject.receiptId);
  return "checkoutId" in subject
    ? and(eq(paymentDecisions.checkoutId, subject.checkoutId), isNull(paymentDecisions.receiptId))
    : and(eq(paymentDecisions.txid, subject.txid), eq(paymentDecisions.vout, subject.vout));
}

async function selectDecisions(db: Db, condition: SQL | undefined): Promise<Page<DecisionRow>> {
  const undoing = alias(paymentDecisions, "undoing");
  const rows = await db
    .select({
      decision: paymentDecisions,
      undone: { byEmail: undoing.byEmail, at: undoing.at, reason: undoing.reason },
      receipt: receipts,
      ...ownerColumns,
    })
    .from(paymentDecisions)
    .leftJoin(receipts, eq(receipts.id, paymentDecisions.receiptId))
    .leftJoin(undoing, eq(undoing.undoes, paymentDecisions.id))
    .leftJoin(orders, eq(orders.checkoutId, paymentDecisions.checkoutId))
    .leftJoin(checkouts, eq(checkouts.id, paymentDecisions.checkoutId))
    .where(and(ne(paymentDecisions.kind, "undo"), condition))
    .orderBy(desc(paymentDecisions.id))
    .limit(REVIEWS_PER_PAGE + 1);
  const shown = rows.slice(0, REVIEWS_PER_PAGE);
  const refunds = shown.flatMap(({ decision }) => (decision.refund ? decision.id : []));
  const lookUps = await refundLookUps(db, refunds);
  return {
    rows: shown.map(({ decision, undone, receipt, ...owner }) => ({
      id: decision.id,
      key: subjectKey(subjectOf(decision)),
      kind: decision.kind as Choice,
      reason: decision.reason,
      receivedSats: decision.receivedSats,
      refund: decision.refund,
      lookUp: lookUps.get(decision.id) ?? null,
      receipt: receipt && {
        ...toReceiptAmount(receipt),
        unrefundedCents: Math.max(0, decision.receivedCents),
        refundCents: decision.refundCents,
        refundReference: decision.refundReference,
      },
      canBeUndone: undone === null && !isSentByProvider(decision, receipt),
      byEmail: decision.byEmail,
      at: decision.at,
      undone,
      ...toOwner(owner),
    })),
    next: rows.length > REVIEWS_PER_PAGE ? String(shown.at(-1)?.decision.id) : null,
  };
}

const ownerColumns = {
  orderId: orders.id,
  status: orders.status,
  deletedAt: orders.deletedAt,
  tiktokUsername: checkouts.tiktokUsername,
  giftEmail: checkouts.giftEmail,
  chosen: checkouts.package,
};

function toOwner(row: {
  orderId: string | null;
  status: OrderStatus | null;
  deletedAt: Date | null;
  tiktokUsername: string | null;
  giftEmail: string | null;
  chosen: (Goods & { priceCents: number }) | null;
}): Owner {
  const { orderId, status, deletedAt, tiktokUsername, giftEmail, chosen } = row;
  const isCoins = !chosen?.kind;
  return {
    order: orderId && status ? { id: orderId, status, deleted: deletedAt !== null } : null,
    tiktokUsername: isCoins ? tiktokUsername : null,
    giftEmail: chosen?.kind === "gift_code" ? giftEmail : null,
    goods: chosen && goodsOf(chosen),
    priceCents: chosen?.priceCents ?? null,
  };
}

function toReceiptAmount({ method, cents, currency }: typeof receipts.$inferSelect): ReceiptAmount {
  return { method, cents, currency };
}

/** Returns the subject of a review or a decision. */
function subjectOf(row: {
  checkoutId: string | null;
  txid: string | null;
  vout: number | null;
  receiptId: number | null;
}): ReviewSubject {
  const { checkoutId, txid, vout, receiptId } = row;
  if (receiptId !== null) return { receiptId };
  if (checkoutId !== null) return { checkoutId };
  if (txid === null || vout === null) throw new Error("a review without a subject");
  return { txid, vout };
}

/**
 * The received money in cents: outputs each at the rate when first seen, without one at that of the newest quote; invoices
 * at the rate of their quote.
 */
function worthCents() {
  const rate = sql`coalesce(${chainOutputs.rateCents}, (
    select ${quotes.rateCents} from ${quotes} where ${quotes.checkoutId} = ${paymentReviews.checkoutId}
    order by ${quotes.lockedAt} desc limit 1))`;
  return sql<number | null>`(
    select floor(sum(value) / 100000000) from (
      select ${chainOutputs.sats}::numeric * ${rate} as value from ${chainOutputs}
      where ${chainOutputs.state} in ('mempool', 'confirmed')
        and (${chainOutputs.checkoutId} = ${paymentReviews.checkoutId}
          or (${chainOutputs.txid} = ${paymentReviews.txid} and ${chainOutputs.vout} = ${paymentReviews.vout}))
      union all
      select greatest(${lightningInvoices.sats}, floor(${lightningInvoices.paidMsat} / 1000.0)) * ${quotes.rateCents} from ${lightningInvoices}
      join ${quotes} on ${quotes.id} = ${lightningInvoices.quoteId}
      where ${lightningInvoices.settledAt} is not null
        and ${lightningInvoices.checkoutId} = ${paymentReviews.checkoutId}
    ) as received)`.mapWith((value: unknown) => (value === null ? null : Number(value)));
}
