import type { Db } from "#db/client.server.ts";
import type { StoredOrder } from "../orders/orders.server.ts";
import { defaultSettings, type Settings } from "../settings/settings.ts";
import { loadFacts, type StoredFacts, type StoredQuote } from "./facts.server.ts";
import { heldQuote } from "./model/held.ts";
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
import type { PaymentView, ShownWay } from "./payment-view.ts";
import { assessChain } from "./payments.server.ts";
import { hasAddress, runningQuotes } from "./quotes.server.ts";
import { paymentUri, unifiedCode } from "./wallet/address.ts";

interface ViewOptions {
  policy: PaymentPolicy;
  label: string;
  chainUp: boolean;
  /** Null where no node is configured. */
  lightning?: Lightning | null;
  settings?: Pick<Settings, "lightningBelowCents">;
  /** What the buyer chose to see; null for both in one, else for the way that was opened last. */
  way?: ShownWay | null;
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
  const unified = unifiedOf(facts, label, now);
  const outstanding = assessment.missingSats || assessment.dueSats;
  return {
    ...assessment,
    ...waysOf({ facts, quote, assessment, unified }, options),
    chain: address ? { address, uri: paymentUri(address, outstanding, label) } : null,
    invoice: invoice && {
      bolt11: invoice.bolt11,
      uri: `lightning:${invoice.bolt11}`,
      sats: invoice.sats,
    },
    unified,
    invoiceMayBePaid: facts.invoices.some(mayBePaid),
    lightningUp: options.lightning?.mayReceive(quote.sats) ?? false,
    priceCents: quote.priceCents,
    rateCents: quote.rateCents,
    marginBasisPoints: quote.marginBasisPoints,
    sources: quote.sources,
    lockedAt: firstLock(quote, quotes),
    expiresAt: quote.expiresAt,
    now,
    held: heldTerms(facts, now),
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

/** Returns address and invoice in one, if both can be paid with the same amount; else null. */
function unifiedOf(facts: StoredFacts, label: string, now: Date): PaymentView["unified"] {
  const invoice = runningInvoice(facts, now);
  const quote = newestQuote(runningQuotes(facts, now).filter(hasAddress));
  if (!invoice || !quote || invoice.sats !== quote.sats) return null;
  const { address, sats } = quote;
  return {
    uri: paymentUri(address, sats, label, invoice.bolt11),
    code: unifiedCode(address, sats, invoice.bolt11),
  };
}

/** Returns what the page offers to choose from, and what it shows. */
function waysOf(
  known: {
    facts: StoredFacts;
    quote: StoredQuote;
    assessment: Assessment;
    unified: PaymentView["unified"];
  },
  { lightning = null, settings = defaultSettings, way = null, now }: ViewOptions,
): { ways: ShownWay[]; way: ShownWay } {
  const { facts, quote, assessment, unified } = known;
  const { status, lightningSats } = assessment;
  if (status !== "pending" && status !== "expired")
    return { ways: [], way: lightningSats > 0 ? "lightning" : "chain" };
  // An invoice that was shown stays while it can be paid, also when the node would make no other one.
  const isShown = lightning !== null && runningInvoice(facts, now) !== null;
  if (quote.decisionId !== null || !(isShown || lightning?.mayReceive(quote.sats)))
    return { ways: ["chain"], way: "chain" };
  const first = firstWay(lightning, quote.priceCents, settings);
  const ways: ShownWay[] = first === "lightning" ? ["lightning", "chain"] : ["chain", "lightning"];
  // A new amount opens both again.
  if (unified || status === "expired") ways.unshift("both");
  const shown = ways.find((each) => each === way) ?? (unified ? "both" : null);
  return { ways, way: shown ?? lastOpened(facts, now) ?? ways[0] ?? "chain" };
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

/** Returns what the page shows of the terms that are held; null where none are. */
function heldTerms(facts: StoredFacts, now: Date): PaymentView["held"] {
  const held = heldQuote(facts, now);
  return held && { vatBasisPoints: held.vatBasisPoints };
}
