import type { Db } from "#db/client.server.ts";
import { assessReceipts } from "#shop/payments/model/receipt.ts";
import type { StoredOrder } from "../orders/orders.server.ts";
import { loadFacts } from "../payments/facts.server.ts";
import { isPaymentMethod } from "../settings/payment-method.ts";
import type { Settings } from "../settings/settings.ts";
import { instructionsFor } from "../settings/payment-instructions.ts";
import { openPagesOf } from "./hosted-pages.server.ts";
import type { MethodPayment, Offer } from "./methods.ts";

/** Returns the payment of an order by a method other than Bitcoin; null for an order paid in Bitcoin. */
export async function methodPayment(
  db: Db,
  order: StoredOrder,
  options: { offers: readonly Offer[]; settings: Settings; now: Date },
): Promise<MethodPayment | null> {
  const { offers, settings, now } = options;
  const { paymentMethod: method, checkoutId, totalCents } = order;
  if (!isPaymentMethod(method) || method === "bitcoin") return null;
  const how = offers.find((offer) => offer.method === method)?.how ?? null;
  const facts = await loadFacts(db, checkoutId);
  const assessment = assessReceipts({
    priceCents: totalCents,
    receipts: facts.receipts,
    decisions: facts.receiptDecisions,
    paidOnChain: false,
    order: { kind: "order", ...order },
  });
  const pages = await openPagesOf(db, checkoutId, now);
  return {
    method,
    how: how === "chain" ? null : how,
    status: order.paymentStatus,
    dueCents: totalCents,
    missingCents: assessment?.missingCents ?? totalCents,
    processing: pages.some(({ outcome }) => outcome === "processing"),
    instructions: how === "by-hand" ? instructionsFor(method, settings, order.id) : [],
    received: facts.receipts
      .toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
      .map(({ cents, currency, refundedCents, creditedCents, receivedAt }) => ({
        cents,
        currency,
        refundedCents,
        creditedCents,
        receivedAt,
      })),
  };
}
