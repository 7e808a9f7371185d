import { and, eq, isNotNull, sql } from "drizzle-orm";
import { type Db, notify } from "#db/client.server.ts";
import { checkouts } from "#db/schema/checkout.server.ts";
import { chainOutputs, chainTip } from "#db/schema/payments.server.ts";
import {
  CHANGES_CHANNEL,
  orderOfCheckout,
  placeOrder,
  recordPayment,
  type StoredOrder,
} from "#shop/orders/orders.server.ts";
import { assess } from "./assess.ts";
import type { BlockRef } from "./chain.ts";
import {
  loadFacts,
  outputsUpTo,
  type StoredFacts,
  type StoredQuote,
  tipHeight,
} from "./facts.server.ts";
import {
  type Assessment,
  isLive,
  isSettled,
  newestQuote,
  type PaymentPolicy,
  standingDecisions,
  standingQuotes,
} from "./payment.ts";
import type { PaymentView } from "./payment-view.ts";
import { type OrderState, reviewReason } from "./review.ts";
import { noteReview } from "./review-notes.server.ts";
import { paymentUri } from "./uri.ts";

/** Blocks after which a payment is no longer watched for being taken back. */
export const FINAL_CONFIRMATIONS = 6;

/** Stores the newest block; returns true when it is another one than before. */
export async function recordTip(db: Db, tip: BlockRef, now: Date): Promise<boolean> {
  const changed = await db
    .insert(chainTip)
    .values({ ...tip, seenAt: now })
    .onConflictDoUpdate({
      target: chainTip.id,
      set: { ...tip, seenAt: now },
      setWhere: sql`${chainTip.hash} <> ${tip.hash}`,
    })
    .returning({ hash: chainTip.hash });
  return changed.length > 0;
}

/**
 * After a new block: every checkout with money that is not yet buried deep is looked at again. Cut short by the
 * signal, it is to be called again at the next start.
 */
export async function reassessUnburied(
  db: Db,
  policy: PaymentPolicy,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  // One block more than final, so that the last confirmation is still told.
  const young = outputsUpTo(FINAL_CONFIRMATIONS + 1, await tipHeight(db));
  const rows = await db
    .selectDistinct({ checkoutId: chainOutputs.checkoutId })
    .from(chainOutputs)
    .where(and(isNotNull(chainOutputs.checkoutId), young));
  for (const { checkoutId } of rows) {
    if (signal?.aborted) return;
    if (checkoutId) await db.transaction((tx) => reassess(tx, checkoutId, policy, now));
  }
}

/** The payment of a checkout as its page shows it; null before an address was issued. */
export async function paymentView(
  db: Db,
  checkoutId: string,
  options: { policy: PaymentPolicy; label: string; chainUp: boolean; now: Date },
): Promise<PaymentView | null> {
  const { policy, label, chainUp, now } = options;
  const facts = await loadFacts(db, checkoutId);
  const standing = standingDecisions(facts.decisions);
  const quote = newestQuote(standingQuotes(facts.quotes, standing));
  if (!quote) return null;
  const order = await orderOfCheckout(db, checkoutId);
  const assessment = assess(
    { ...facts, priceCents: quote.priceCents, settledAt: order?.settledAt ?? null },
    policy,
    now,
  );
  return {
    ...assessment,
    address: quote.address,
    uri: paymentUri(quote.address, assessment.missingSats || assessment.dueSats, label),
    priceCents: quote.priceCents,
    rateCents: quote.rateCents,
    sources: quote.sources,
    lockedAt: quote.lockedAt,
    expiresAt: quote.expiresAt,
    now,
    askedForRest: quote.decisionId !== null,
    refunds: standing.flatMap(({ refund }) => refund ?? []),
    transactions: facts.outputs.filter(isLive).map((output) => ({
      txid: output.txid,
      sats: output.sats,
      firstSeenAt: output.firstSeenAt,
      confirmations:
        output.blockHeight === null ? 0 : Math.max(1, facts.tipHeight - output.blockHeight + 1),
    })),
    chainUp,
  };
}

/** Confirm Order was pressed: places the order, paid or not. Null while the checkout has no quote. */
export async function placeConfirmedOrder(
  tx: Db,
  checkoutId: string,
  policy: PaymentPolicy,
  now: Date,
): Promise<StoredOrder | null> {
  const facts = await loadFacts(tx, checkoutId);
  const quote = newestQuote(facts.quotes);
  if (!quote) return null;
  const { receivedSats, dueSats } = assess(
    { ...facts, priceCents: quote.priceCents, settledAt: null },
    policy,
    now,
  );
  const order = await placeOrder(tx, {
    checkoutId,
    bitcoinWallet: quote.address,
    placedBy: "customer",
    unpaid: receivedSats === 0 ? paymentDue(quote, dueSats) : null,
    now,
  });
  await reassess(tx, checkoutId, policy, now);
  return order;
}

/** Looks at a checkout's facts anew, and writes down what follows: the order, its settlement, the news. */
export async function reassess(
  tx: Db,
  checkoutId: string,
  policy: PaymentPolicy,
  now: Date,
  { tell } = { tell: true },
): Promise<void> {
  // Two watchers that see the same payment take turns here.
  const [checkout] = await tx
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, checkoutId))
    .for("update");
  const facts = await loadFacts(tx, checkoutId);
  const quote = newestQuote(facts.quotes);
  if (!checkout || !quote) return;
  const purged = checkout.state === "purged";
  let order = await orderOfCheckout(tx, checkoutId, { lock: true });
  const assessment = assess(
    { ...facts, priceCents: quote.priceCents, settledAt: order?.settledAt ?? null },
    policy,
    now,
  );

  // A paid checkout always becomes an order, whether or not Confirm Order was pressed; but only once.
  if (!order && !purged && (isSettled(assessment.status) || assessment.status === "review")) {
    order = await placeOrder(tx, {
      checkoutId,
      bitcoinWallet: quote.address,
      placedBy: "payment",
      unpaid: null,
      now,
    });
  }
  if (order) {
    // What an administrator asks for is told by that.
    const isOwn = assessment.missingSats > 0 && quote.decisionId === null;
    const rest = isOwn ? paymentDue(quote, assessment.missingSats) : null;
    await recordPayment(tx, order, { ...paymentChange(assessment), rest, now });
  }
  const state: OrderState = purged
    ? { kind: "purged", at: checkout.updatedAt }
    : order
      ? { kind: "order", ...order }
      : { kind: "none" };
  await noteCheckout(tx, { checkoutId, facts, assessment, state, now });
  // What changes the order tells so itself.
  if (!tell) return;
  await notify(tx, CHANGES_CHANNEL, `checkout:${checkoutId}`);
  if (order) await notify(tx, CHANGES_CHANNEL, `order:${order.id}`);
}

async function noteCheckout(
  tx: Db,
  found: {
    checkoutId: string;
    facts: StoredFacts;
    assessment: Assessment;
    state: OrderState;
    now: Date;
  },
): Promise<void> {
  const { checkoutId, facts, assessment, state, now } = found;
  const reason = reviewReason({ ...facts, assessment, order: state });
  await noteReview(tx, { checkoutId }, reason && { ...assessment, reason, now });
}

function paymentDue({ address, expiresAt }: StoredQuote, sats: number) {
  return { address, sats, expiresAt: expiresAt.toISOString() };
}

function paymentChange({ status, receivedSats, dueSats, reason }: Assessment) {
  return {
    status,
    settled: isSettled(status),
    data: { receivedSats, dueSats, ...(reason && { reason }) },
  };
}
