import { goodsOf } from "../../catalog/goods.ts";
import { isComplete, recipientOf } from "../../checkouts/lock-checkout.server.ts";
import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "#shop/checkouts/tables.ts";
import { chainOutputs } from "../tables.ts";
import { paymentReviews } from "./tables.ts";
import { satsForCents } from "#lib/money.ts";
import { accountOfOrders } from "#shop/credit/refunded-credit.server.ts";
import { findOrder, orderOfCheckout } from "#shop/orders/orders.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { paymentVersion } from "./decisions.server.ts";
import { assessChain } from "../payments.server.ts";
import { decisionsOfOutput, loadFacts, type StoredOutput, tipHeight } from "../facts.server.ts";
import {
  confirmationsOf,
  currentQuote,
  isLive,
  newestQuote,
  type PaymentPolicy,
  activeDecisions,
  activeQuotes,
  newestAddress,
  paidInvoices,
} from "../model/payment.ts";
import { refundedSats as refundedSatsOf } from "../model/refund.ts";
import { applyMargin, type Rate } from "../prices/rate.ts";
import { choicesFor, parseSubject, proposeRefund, type ReviewSubject } from "./review.ts";
import { listDecisionsAbout } from "./review-list.server.ts";
import type { ReviewDetails } from "./review-view.ts";
import { matchesReview } from "./review-queue.server.ts";

/** Returns the on-chain payment with this subject key or of this order id; null if there is none. */
export async function reviewDetails(
  db: Db,
  key: string,
  { policy, rate, now }: { policy: PaymentPolicy; rate: Rate | null; now: Date },
): Promise<ReviewDetails | null> {
  const subject = parseSubject(key);
  if (subject && "txid" in subject) {
    const output = await findOutput(db, subject);
    if (!output?.checkoutId) return output && outputDetails(db, output);
    return checkoutDetails(db, output.checkoutId, { policy, rate, now });
  }
  if (subject && "receiptId" in subject) return null;
  const checkoutId = subject?.checkoutId ?? (await findOrder(db, key))?.checkoutId;
  return checkoutId ? checkoutDetails(db, checkoutId, { policy, rate, now }) : null;
}

async function checkoutDetails(
  db: Db,
  checkoutId: string,
  { policy, rate, now }: { policy: PaymentPolicy; rate: Rate | null; now: Date },
): Promise<ReviewDetails | null> {
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.id, checkoutId));
  const facts = await loadFacts(db, checkoutId);
  const active = activeDecisions(facts.decisions);
  const quote = newestQuote(activeQuotes(facts.quotes, active)) ?? currentQuote(facts.quotes);
  if (!checkout || !quote) return null;
  const order = await orderOfCheckout(db, checkoutId);
  const { priceCents } = quote;
  const address = newestAddress(facts.quotes);
  const assessment = assessChain(facts, quote, { order, policy, now });
  const { receivedSats, refundedSats } = assessment;
  const netSats = receivedSats - refundedSats;
  const waiting = await waitingSince(db, { checkoutId });
  const reason = waiting?.reason ?? null;
  const quoted = rate && applyMargin(rate, (await readSettings(db)).rateMarginPercent);
  const shownOrder = order && {
    id: order.id,
    status: order.status,
    deleted: order.deletedAt !== null,
  };
  return {
    subject: { checkoutId },
    reason,
    since: waiting?.since ?? null,
    order: shownOrder,
    buyer: isComplete(checkout)
      ? {
          ...goodsOf(checkout.package),
          ...recipientOf(checkout),
          email: checkout.email,
          priceCents,
        }
      : null,
    address,
    assessment,
    quote: { sats: quote.sats, rateCents: quote.rateCents, expiresAt: quote.expiresAt },
    receivedSats,
    refundedSats,
    refundAddress: order?.refundAddress ?? null,
    proposal: proposeRefund({ left: netSats, excess: assessment.excessSats, order: shownOrder }),
    outstanding: {
      held: quote.sats - netSats,
      now: quoted && satsForCents(priceCents, quoted.rateCents) - netSats,
    },
    lightningPayments: paidInvoices(facts.invoices),
    outputs: facts.outputs
      .toSorted((a, b) => a.firstSeenAt.getTime() - b.firstSeenAt.getTime())
      .map((output) => toOutputView(output, facts.tipHeight)),
    decisions: await listDecisionsAbout(db, { checkoutId }),
    choices: choicesFor({
      reason,
      isPartial: assessment.status === "partial",
      hasOrder: order?.deletedAt === null,
      hasAccount: order !== null && (await accountOfOrders(db, order.email)) !== null,
      netSats,
    }),
    seen: { version: paymentVersion({ order, decisions: facts.decisions }), receivedSats },
  };
}

async function findOutput(
  db: Db,
  { txid, vout }: { txid: string; vout: number },
): Promise<StoredOutput | null> {
  const [output] = await db
    .select()
    .from(chainOutputs)
    .where(and(eq(chainOutputs.txid, txid), eq(chainOutputs.vout, vout)));
  return output ?? null;
}

async function outputDetails(db: Db, output: StoredOutput): Promise<ReviewDetails> {
  const subject = { txid: output.txid, vout: output.vout };
  const waiting = await waitingSince(db, subject);
  const reason = waiting?.reason ?? null;
  const stored = await decisionsOfOutput(db, subject);
  const refundedSats = refundedSatsOf(activeDecisions(stored));
  const receivedSats = isLive(output) ? output.sats : 0;
  return {
    subject,
    reason,
    since: waiting?.since ?? null,
    order: null,
    buyer: null,
    address: output.address,
    assessment: null,
    quote: null,
    receivedSats,
    refundedSats,
    refundAddress: null,
    proposal: proposeRefund({ left: receivedSats - refundedSats, excess: 0, order: null }),
    outstanding: null,
    lightningPayments: [],
    outputs: [toOutputView(output, await tipHeight(db))],
    decisions: await listDecisionsAbout(db, subject),
    choices: choicesFor({
      reason,
      isPartial: false,
      hasOrder: false,
      hasAccount: false,
      netSats: receivedSats - refundedSats,
    }),
    seen: { version: paymentVersion({ order: null, decisions: stored }), receivedSats },
  };
}

async function waitingSince(db: Db, subject: ReviewSubject) {
  const [waiting] = await db
    .select({ reason: paymentReviews.reason, since: paymentReviews.since })
    .from(paymentReviews)
    .where(matchesReview(subject));
  return waiting ?? null;
}

function toOutputView(output: StoredOutput, tip: number): ReviewDetails["outputs"][number] {
  const { txid, vout, sats, firstSeenAt, state, rateCents } = output;
  const confirmations = confirmationsOf(output, tip);
  return { txid, vout, sats, firstSeenAt, state, confirmations, rateCents };
}
