import { assess } from "#shop/payments/model/assess.ts";
import { defaultPaymentPolicy, QUOTE_SECONDS } from "#shop/payments/model/payment.ts";
import type { DemoOrder } from "./order-history.ts";
import { checkoutOf, demoSources, eventsOf, orderOf, type OrderRows } from "./order-rows.ts";
import type { SeededRandom } from "./random.ts";

/** Builds the rows of an order by Lightning. */
export function lightningOrder(
  order: DemoOrder,
  { random, until }: { random: SeededRandom; until: Date },
): OrderRows {
  const checkout = checkoutOf(order, random);
  const checkoutId = checkout.id;
  const { dueSats: sats, rateCents, quotedAt, confirmedAt: settledAt } = order;
  const priceCents = order.package.priceCents;
  const expiresAt = new Date(quotedAt.getTime() + QUOTE_SECONDS * 1000);
  const paymentHash = Buffer.from(random.bytes(32)).toString("hex");
  const paidMsat = settledAt && sats * 1000;
  const terms = { sats, rateCents, address: null, lockedAt: quotedAt, expiresAt };
  const facts = {
    priceCents,
    quotes: [{ ...terms, marginBasisPoints: 0, decisionId: null }],
    outputs: [],
    invoices: [{ paymentHash, sats, settledAt, paidMsat }],
    decisions: [],
    tipHeight: 0,
    settledAt: null,
  };
  const { status, receivedSats, dueSats } = assess(facts, defaultPaymentPolicy, until);
  const data = { from: "pending", to: status, receivedSats, dueSats };
  return {
    checkout,
    bitcoin: null,
    lightning: {
      quote: { ...terms, checkoutId, priceCents, sources: demoSources },
      invoice: {
        checkoutId,
        node: "phoenixd",
        paymentHash,
        // Never shown: it is paid or has ended, so no node has to know it.
        bolt11: `lnbcrt${paymentHash}`,
        sats,
        createdAt: quotedAt,
        expiresAt,
        lastCheckedAt: settledAt ?? expiresAt,
        settledAt,
        paidMsat,
      },
    },
    order: {
      ...orderOf(order, checkoutId),
      paymentStatus: status,
      bitcoinWallet: null,
      byLightning: settledAt !== null,
      settledAt,
    },
    events: eventsOf(order, settledAt ? [{ at: settledAt, data, settles: true }] : []),
  };
}
