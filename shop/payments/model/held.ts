import {
  activeDecisions,
  activeQuotes,
  currentQuote,
  type DecisionFact,
  hasMoney,
  isLive,
  newestQuote,
  paidInvoices,
  type PaymentFacts,
  defaultPaymentPolicy,
  type QuoteFact,
} from "./payment.ts";

/** What is known of a payment, as far as it says what is held. */
interface HoldingFacts<Q extends QuoteFact> extends Pick<PaymentFacts, "outputs" | "invoices"> {
  quotes: readonly Q[];
  decisions: readonly DecisionFact[];
}

/**
 * Returns the quote whose terms are held; null if nothing is. Two rules, for all that an amount is made of (price with its
 * discount, coupon, credit, VAT rate, method, package, currency):
 *
 * 1. An amount that was shown holds until its end and the time in which a late payment counts, and for good once money has
 *    arrived, whatever the owner or others change. Only its buyer's own change withdraws it.
 * 2. What is not held is of now, and a change is shown before it binds (`bringUpToDate` in `shop/checkout/`).
 */
export function heldQuote<Q extends QuoteFact>(facts: HoldingFacts<Q>, now: Date): Q | null {
  if (hasMoney(facts)) return currentQuote(facts.quotes);
  const active = activeQuotes(facts.quotes, activeDecisions(facts.decisions));
  return newestQuote(active.filter((quote) => heldUntil(quote) > now));
}

/** Returns when a quote that nothing was paid for ends to hold. */
function heldUntil({ expiresAt, policy }: QuoteFact): Date {
  const { lateGraceSeconds } = policy ?? defaultPaymentPolicy;
  return new Date(expiresAt.getTime() + lateGraceSeconds * 1000);
}

/** A payment of less than this part of the amount due is none that was meant to pay it. */
const LEAST_PART = 5;

/**
 * True once money was seen that is at least a fifth of the amount due. Less than that neither places an order by itself
 * nor keeps the credit of a checkout that was left: it waits under Review.
 */
export function hasPart({
  quotes,
  ...received
}: Pick<PaymentFacts, "quotes" | "outputs" | "invoices">): boolean {
  const money = [...received.outputs.filter(isLive), ...paidInvoices(received.invoices)];
  const sats = money.reduce((total, each) => total + each.sats, 0);
  return sats > 0 && sats * LEAST_PART >= (currentQuote(quotes)?.sats ?? 0);
}
