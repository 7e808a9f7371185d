import { and, isNotNull } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { lockCheckout, type StoredCheckout } from "../checkouts/lock-checkout.server.ts";
import { dueCents } from "../checkouts/price.ts";
import { orderOfCheckout, placeOrder, type StoredOrder } from "../orders/orders.server.ts";
import { recordPayment } from "../orders/record-payment.server.ts";
import { seenPayment } from "../orders/payment-mails.server.ts";
import { isSettled } from "../orders/payment-status.ts";
import { chainOutputs } from "./tables.ts";
import { assess } from "./model/assess.ts";
import { nothingDue, paymentChange } from "./payment-change.ts";
import {
  loadFacts,
  hasAtMostConfirmations,
  type StoredFacts,
  type StoredQuote,
} from "./facts.server.ts";
import {
  type Assessment,
  FINAL_CONFIRMATIONS,
  currentQuote,
  newestAddress,
  type PaymentPolicy,
} from "./model/payment.ts";
import { hasPart } from "./model/held.ts";
import { assessReceipts } from "./model/receipt.ts";
import { returnedOf } from "./model/returned.ts";
import { type OrderState, reviewReason } from "./review/review.ts";
import { updateReceiptReview, updateReview } from "./review/review-queue.server.ts";

/** Reassesses every checkout with unfinalized outputs, after a new block. An aborted run is repeated at the next start. */
export async function reassessUnfinalized(
  db: Db,
  policy: PaymentPolicy,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  // One confirmation more, so that pages show the last one.
  const isUnfinalized = hasAtMostConfirmations(FINAL_CONFIRMATIONS + 1);
  const rows = await db
    .selectDistinct({ checkoutId: chainOutputs.checkoutId })
    .from(chainOutputs)
    .where(and(isNotNull(chainOutputs.checkoutId), isUnfinalized));
  for (const { checkoutId } of rows) {
    if (signal?.aborted) return;
    if (checkoutId) await db.transaction((tx) => reassess(tx, checkoutId, policy, now));
  }
}

/** A locked checkout that its buyer confirms. */
interface Confirmed {
  checkout: StoredCheckout;
  guestFrom: string | null;
  /** The text that the buyer agreed to; null for none. */
  consent: string | null;
  /** The quote whose terms are held; null for none. */
  held: StoredQuote | null;
  now: Date;
}

/** Places the order of a locked checkout when the buyer confirms it, paid or not. */
export async function placeConfirmedOrder(
  tx: Db,
  confirmed: Confirmed & { facts: StoredFacts; quote: StoredQuote; policy: PaymentPolicy },
): Promise<StoredOrder> {
  const { checkout, facts, quote, policy, guestFrom, consent, held, now } = confirmed;
  const found = { ...facts, priceCents: quote.priceCents, settledAt: null };
  const assessment = assess(found, policy, now);
  const address = newestAddress(facts.quotes);
  const { order, isNew } = await placeOrder(tx, {
    checkout,
    placedBy: "customer",
    payment:
      assessment.receivedSats === 0
        ? { kind: "bitcoin-due", address, due: paymentDue(quote, assessment.dueSats) }
        : seenOnChain(facts, quote, assessment),
    guestFrom,
    consent,
    held,
    now,
  });
  // Pages were notified by `placeOrder`.
  await applyFacts(tx, { checkout, facts, order, isNew, policy, now });
  return order;
}

/**
 * Places the order of a locked checkout of which nothing is left to pay, and settles it. Money that comes nevertheless goes
 * to review.
 */
export async function placeFreeOrder(
  tx: Db,
  { checkout, guestFrom, consent, held, now }: Confirmed,
): Promise<StoredOrder> {
  const { order, isNew } = await placeOrder(tx, {
    checkout,
    placedBy: "customer",
    payment: { kind: "nothing-due" },
    guestFrom,
    consent,
    held,
    now,
  });
  await recordPayment(tx, order, { ...nothingDue, isNew, now });
  return order;
}

/** Returns what is known of the payment of a new order for which money has arrived. */
function seenOnChain(facts: StoredFacts, quote: StoredQuote, assessment: Assessment) {
  const { status, receivedSats, missingSats, reason } = assessment;
  const data = { receivedSats, ...(reason && { reason }) };
  return {
    kind: "bitcoin-seen",
    address: newestAddress(facts.quotes),
    seen: seenPayment({ status, data, method: "bitcoin" }),
    due: status === "partial" ? paymentDue(quote, missingSats) : null,
  } as const;
}

/**
 * Reassesses the payment of a checkout and stores what follows: its order, the settlement and the review. Notifies
 * open pages, unless `notifyPages` is false.
 */
export async function reassess(
  tx: Db,
  checkoutId: string,
  policy: PaymentPolicy,
  now: Date,
  { notifyPages } = { notifyPages: true },
): Promise<void> {
  // The lock serialises pollers that see the same payment.
  const checkout = await lockCheckout(tx, checkoutId);
  const facts = await loadFacts(tx, checkoutId);
  if (!checkout) return;
  const before = await orderOfCheckout(tx, checkoutId, { lock: true });
  // An order whose only receipt was detached has to be reassessed too.
  const hasNoFacts = facts.quotes.length === 0 && facts.receipts.length === 0;
  if (hasNoFacts && (!before || before.paymentStatus === "pending")) return;
  const order = await applyFacts(tx, { checkout, facts, order: before, policy, now });
  // Without this, pages are still notified when the order changes.
  if (!notifyPages) return;
  const topics = [`checkout:${checkoutId}`, ...(order ? [`order:${order.id}`] : [])];
  await notify(tx, CHANGES_CHANNEL, ...topics);
}

/** Stores what follows from the facts of a locked checkout and its locked order; returns the order. */
async function applyFacts(
  tx: Db,
  found: {
    checkout: StoredCheckout;
    facts: StoredFacts;
    order: StoredOrder | null;
    /** The order was placed just now, with a mail that says what was received. */
    isNew?: boolean;
    policy: PaymentPolicy;
    now: Date;
  },
): Promise<StoredOrder | null> {
  const { checkout, facts, policy, now } = found;
  let { order, isNew = false } = found;
  const purged = checkout.state === "purged";
  const quote = currentQuote(facts.quotes);
  const chain = quote && assessChain(facts, quote, { order, policy, now });

  // A paid checkout always becomes an order, whether or not Confirm Order was pressed; but only once.
  const isPaying = chain?.status === "review" && hasPart(facts);
  if (!order && !purged && quote && chain && (isSettled(chain.status) || isPaying))
    ({ order, isNew } = await placeOrder(tx, {
      checkout,
      placedBy: "payment",
      payment: seenOnChain(facts, quote, chain),
      held: quote,
      now,
    }));
  const state: OrderState = purged
    ? { kind: "purged", at: checkout.updatedAt }
    : order
      ? { kind: "order", ...order }
      : { kind: "none" };
  const received = assessReceipts({
    priceCents: order?.totalCents ?? dueCents(checkout),
    receipts: facts.receipts,
    decisions: facts.receiptDecisions,
    paidOnChain: chain !== null && isSettled(chain.status),
    order: state,
  });
  const owesNothing = order?.totalCents === 0;
  if (order && owesNothing) await recordPayment(tx, order, { ...nothingDue, isNew, now });
  else if (order) {
    // An unused Bitcoin quote does not count for an order that is paid by another method.
    const chainCounts =
      order.paymentMethod === "bitcoin" || chain?.status === "reversed" || chain?.receivedSats;
    const change = paymentChange(chainCounts ? chain : null, received, facts.receipts);
    // The request for a top-up has sent a mail already.
    const isMissing = quote?.decisionId === null && chain !== null && chain.missingSats > 0;
    const outstanding = isMissing ? paymentDue(quote, chain.missingSats) : null;
    const returned = returnedOf(order.totalCents, facts, { policy, now });
    await recordPayment(tx, order, { ...change, returned, outstanding, isNew, now });
  }
  if (chain)
    await updateChainReview(tx, {
      checkoutId: checkout.id,
      facts,
      assessment: chain,
      state,
      paidOtherwise: owesNothing || (received !== null && isSettled(received.status)),
      now,
    });
  for (const { id } of facts.receipts)
    await updateReceiptReview(tx, id, received?.reasons.get(id) ?? null, now);
  return order;
}

/**
 * Assesses the payment in Bitcoin. An order that was settled by another method (the order's is what settled it), or
 * without money, cannot be reversed by the chain.
 */
export function assessChain(
  facts: StoredFacts,
  quote: StoredQuote,
  known: { order: StoredOrder | null; policy: PaymentPolicy; now: Date },
): Assessment {
  const { order } = known;
  const settledAt = order?.paymentMethod === "bitcoin" ? order.settledAt : null;
  return assess({ ...facts, priceCents: quote.priceCents, settledAt }, known.policy, known.now);
}

/** Updates the review of the payment on the chain. */
async function updateChainReview(
  tx: Db,
  found: {
    checkoutId: string;
    facts: StoredFacts;
    assessment: Assessment;
    state: OrderState;
    paidOtherwise: boolean;
    now: Date;
  },
): Promise<void> {
  const { checkoutId, facts, assessment, state, paidOtherwise, now } = found;
  const reason = reviewReason({ ...facts, assessment, order: state, paidOtherwise });
  if (reason || facts.inReview)
    await updateReview(tx, { checkoutId }, reason && { ...assessment, reason, now });
}

function paymentDue({ address, expiresAt }: StoredQuote, sats: number) {
  return { address, sats, expiresAt: expiresAt.toISOString() };
}
