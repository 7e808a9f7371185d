import type { Db } from "#db/client.server.ts";
import type { StoredOrder } from "../orders/orders.server.ts";
import { loadFacts } from "./facts.server.ts";
import {
  confirmationsOf,
  isLive,
  newestQuote,
  type PaymentPolicy,
  activeDecisions,
  activeQuotes,
} from "./model/payment.ts";
import type { PaymentView } from "./payment-view.ts";
import { assessChain } from "./payments.server.ts";
import { paymentUri } from "./wallet/address.ts";

/** Returns the payment of a checkout and its order for their page; null before the first quote. */
export async function paymentView(
  db: Db,
  checkoutId: string,
  order: StoredOrder | null,
  options: { policy: PaymentPolicy; label: string; chainUp: boolean; now: Date },
): Promise<PaymentView | null> {
  const { policy, label, chainUp, now } = options;
  const facts = await loadFacts(db, checkoutId);
  const active = activeDecisions(facts.decisions);
  const quote = newestQuote(activeQuotes(facts.quotes, active));
  if (!quote) return null;
  const assessment = assessChain(facts, quote, { order, policy, now });
  return {
    ...assessment,
    address: quote.address,
    uri: paymentUri(quote.address, assessment.missingSats || assessment.dueSats, label),
    priceCents: quote.priceCents,
    rateCents: quote.rateCents,
    marginBasisPoints: quote.marginBasisPoints,
    sources: quote.sources,
    lockedAt: quote.lockedAt,
    expiresAt: quote.expiresAt,
    now,
    isTopUp: quote.decisionId !== null,
    refunds: active.flatMap(({ refund }) => refund ?? []),
    transactions: facts.outputs.filter(isLive).map((output) => ({
      txid: output.txid,
      sats: output.sats,
      firstSeenAt: output.firstSeenAt,
      confirmations: confirmationsOf(output, facts.tipHeight),
    })),
    chainUp,
  };
}
