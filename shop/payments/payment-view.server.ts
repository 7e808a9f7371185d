import type { Db } from "#db/client.server.ts";
import type { StoredOrder } from "../orders/orders.server.ts";
import { defaultSettings, type Settings } from "../settings/settings.ts";
import { loadFacts, type StoredFacts, type StoredQuote } from "./facts.server.ts";
import { mayBePaid } from "./lightning/invoice-states.server.ts";
import { runningInvoice } from "./lightning/invoices.server.ts";
import type { Lightning } from "./lightning/lightning.jobs.server.ts";
import {
  type Assessment,
  confirmationsOf,
  isLive,
  newestAddress,
  newestQuote,
  paidInvoices,
  type PaymentPolicy,
  activeDecisions,
  activeQuotes,
} from "./model/payment.ts";
import { firstWay } from "./open-payment.server.ts";
import type { PaymentWay } from "../settings/payment-method.ts";
import type { PaymentView } from "./payment-view.ts";
import { assessChain } from "./payments.server.ts";
import { hasAddress, runningQuotes } from "./quotes.server.ts";
import { paymentUri } from "./wallet/address.ts";

interface ViewOptions {
  policy: PaymentPolicy;
  label: string;
  chainUp: boolean;
  /** Null where no node is configured. */
  lightning?: Lightning | null;
  settings?: Pick<Settings, "lightningBelowCents">;
  /** The way that the buyer asks for; null for the one that was opened last. */
  way?: PaymentWay | null;
  now: Date;
}

/** Returns the payment of a checkout and its order for their page; null before the first quote. */
export async function paymentView(
  db: Db,
  checkoutId: string,
  order: StoredOrder | null,
  options: ViewOptions,
): Promise<PaymentView | null> {
  const { policy, label, chainUp, now } = options;
  const facts = await loadFacts(db, checkoutId);
  const active = activeDecisions(facts.decisions);
  const quotes = activeQuotes(facts.quotes, active);
  const quote = newestQuote(quotes);
  if (!quote) return null;
  const assessment = assessChain(facts, quote, { order, policy, now });
  const address = newestAddress(quotes);
  const invoice = runningInvoice(facts, now);
  const outstanding = assessment.missingSats || assessment.dueSats;
  return {
    ...assessment,
    ...waysOf({ facts, quote, assessment }, options),
    chain: address ? { address, uri: paymentUri(address, outstanding, label) } : null,
    invoice: invoice && { bolt11: invoice.bolt11, uri: `lightning:${invoice.bolt11}` },
    invoiceMayBePaid: facts.invoices.some(mayBePaid),
    lightningUp: options.lightning?.mayReceive(quote.sats) ?? false,
    priceCents: quote.priceCents,
    rateCents: quote.rateCents,
    marginBasisPoints: quote.marginBasisPoints,
    sources: quote.sources,
    lockedAt: firstLock(quote, quotes),
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
    lightningPayments: paidInvoices(facts.invoices),
    chainUp,
  };
}

/** Returns which ways of paying the page offers, and which one it shows. */
function waysOf(
  known: { facts: StoredFacts; quote: StoredQuote; assessment: Assessment },
  { lightning = null, settings = defaultSettings, way = null, now }: ViewOptions,
): { ways: PaymentWay[]; way: PaymentWay } {
  const { facts, quote, assessment } = known;
  const { status, lightningSats } = assessment;
  if (status !== "pending" && status !== "expired")
    return { ways: [], way: lightningSats > 0 ? "lightning" : "chain" };
  // An invoice that was shown stays while it can be paid, also when the node would make no other one.
  const isShown = lightning !== null && runningInvoice(facts, now) !== null;
  if (quote.decisionId !== null || !(isShown || lightning?.mayReceive(quote.sats)))
    return { ways: ["chain"], way: "chain" };
  const first = firstWay(lightning, quote.priceCents, settings);
  const ways: PaymentWay[] =
    first === "lightning" ? ["lightning", "chain"] : ["chain", "lightning"];
  return { ways, way: way ?? lastOpened(facts, now) ?? first };
}

/** Returns the way whose code was made last for the running quotes; null without one. */
function lastOpened(facts: StoredFacts, now: Date): PaymentWay | null {
  const invoice = runningInvoice(facts, now);
  const chain = newestQuote(runningQuotes(facts, now).filter(hasAddress));
  if (invoice && chain) return invoice.createdAt > chain.lockedAt ? "lightning" : "chain";
  if (invoice) return "lightning";
  return chain ? "chain" : null;
}

/** Returns when the price was locked: the quote that adds an address to a running one keeps its end. */
function firstLock(quote: StoredQuote, quotes: readonly StoredQuote[]): Date {
  const same = quotes.filter(({ expiresAt }) => expiresAt.getTime() === quote.expiresAt.getTime());
  return new Date(Math.min(...same.map(({ lockedAt }) => lockedAt.getTime())));
}
