import { centsForSats } from "#lib/money.ts";
import { rateWithMargin } from "../prices/rate.ts";
import {
  type Assessment,
  confirmationsOf,
  currentQuote,
  type DecisionFact,
  isLive,
  newestQuote,
  type OutputFact,
  type PaidInvoice,
  paidInvoices,
  type PaymentFacts,
  type PaymentPolicy,
  type QuoteFact,
  activeDecisions,
  activeQuotes,
} from "./payment.ts";
import { refundedSats } from "./refund.ts";
import { withReplacedTimes } from "./replacements.ts";

/** Received money: an output on the chain, or a paid Lightning invoice, which is final. */
type Money = OutputFact | PaidInvoice;

/** An amount that the received money can cover. */
interface Claim {
  dueSats: number;
  covers: (money: readonly Money[]) => boolean;
  /** Satoshis beyond the tolerance; 0 for none. */
  excess: (money: readonly Money[]) => number;
}

/**
 * Assesses the Bitcoin payment of a checkout: a pure function of the stored facts (outputs, invoices, quotes, decisions).
 * The order in which the facts arrived, and duplicates, make no difference. The policy is that of the newest quote,
 * so that a later change of the settings does not affect it; without a quote it is `defaultPolicy`.
 */
export function assess(facts: PaymentFacts, defaultPolicy: PaymentPolicy, now: Date): Assessment {
  const active = activeDecisions(facts.decisions);
  const quotes = activeQuotes(facts.quotes, active);
  const newest = newestQuote(quotes);
  // Only decisions can settle money for a quote that was withdrawn, with none in its place.
  const last = newest ?? currentQuote(facts.quotes);
  const policy = last?.policy ?? defaultPolicy;
  const outputs = liveOutputs(facts.outputs);
  const invoices = paidInvoices(facts.invoices);
  const live: Money[] = [...outputs, ...invoices];
  const required = requiredConfirmations(facts.priceCents, policy);
  const confirmed = [
    ...outputs.filter((output) => isConfirmed(output, required, facts.tipHeight)),
    ...invoices,
  ];
  const received = sum(live);
  const refunded = refundedSats(active);

  const claims = claimsOf(
    { quotes, invoices, newest, last, active, refunded },
    facts.priceCents,
    policy,
  );
  const settled = claims.find((claim) => claim.covers(confirmed));
  const covered = settled ?? claims.find((claim) => claim.covers(live));

  const base = {
    reason: null,
    dueSats: covered?.dueSats ?? newest?.sats ?? 0,
    receivedSats: received,
    lightningSats: sum(invoices),
    refundedSats: refunded,
    missingSats: covered || !newest ? 0 : Math.max(0, newest.sats - received + refunded),
    excessSats: covered?.excess(live) ?? 0,
    confirmations:
      outputs.length === 0
        ? 0
        : Math.min(...outputs.map((output) => confirmationsOf(output, facts.tipHeight))),
    requiredConfirmations: required,
  };

  if (settled) return { ...base, status: settled.excess(confirmed) > 0 ? "overpaid" : "paid" };
  if (covered) return { ...base, status: "detected" };
  const finalRefund = findFinalRefund(active);
  if (finalRefund) {
    if (received <= finalRefund.receivedSats) return { ...base, status: "refunded" };
    return { ...base, status: "review", reason: "again" };
  }
  if (facts.settledAt && !wasSettledByUndoneDecision(facts, active))
    return { ...base, status: "reversed" };
  if (!newest)
    return received === 0
      ? { ...base, status: "pending" }
      : { ...base, status: "review", reason: "late" };

  const isExpired = now.getTime() > newest.expiresAt.getTime();
  if (received === 0) return { ...base, status: isExpired ? "expired" : "pending" };
  if (!isExpired) return { ...base, status: "partial" };
  const inTime = quotes.some((quote) => live.some((money) => isInTime(money, quote, policy)));
  return { ...base, status: "review", reason: inTime ? "underpaid" : "late" };
}

/** Returns the claims that may settle the payment, in the order in which they are tried. */
function claimsOf(
  known: {
    quotes: readonly QuoteFact[];
    invoices: readonly PaidInvoice[];
    newest: QuoteFact | null;
    /** The newest quote, else the newest withdrawn one. */
    last: QuoteFact | null;
    active: readonly DecisionFact[];
    refunded: number;
  },
  priceCents: number,
  policy: PaymentPolicy,
): Claim[] {
  const { quotes, invoices, newest, last, active, refunded } = known;
  if (!last) return [];
  const tolerance = (amount: number) => Math.floor((amount * policy.tolerancePercent) / 100);
  const excessOver = (money: readonly Money[], dueSats: number) => {
    const net = sum(money) - refunded;
    return net > dueSats + tolerance(dueSats) ? net - dueSats : 0;
  };

  // An accepted payment stays settled while the accepted amount is there, or while the net amount covers the quote.
  const byDecision = active
    .filter((decision) => decision.kind === "accept")
    .map((accepted) => ({
      dueSats: last.sats,
      covers: (money: readonly Money[]) =>
        active.some(({ id, kind }) => kind === "refund" && id > accepted.id)
          ? sum(money) - refunded >= last.sats - tolerance(last.sats)
          : sum(money) >= accepted.receivedSats,
      excess: (money: readonly Money[]) => excessOver(money, last.sats),
    }));

  if (!newest) return byDecision;

  // A paid invoice covers its quote whenever it was paid: the node accepts no other amount, and none too late. That of a
  // withdrawn quote is money for the newest one.
  const isAsked = (amount: number) => quotes.some(({ sats }) => sats === amount);
  const byInvoice = invoices
    .toSorted((a, b) => a.dueSats - b.dueSats || compareText(a.paymentHash, b.paymentHash))
    .map((invoice) => (isAsked(invoice.dueSats) ? invoice.dueSats : newest.sats))
    .map((dueSats) => ({
      dueSats,
      covers: (money: readonly Money[]) => sum(money) - refunded >= dueSats - tolerance(dueSats),
      excess: (money: readonly Money[]) => excessOver(money, dueSats),
    }));

  // The cheapest quote first: a buyer who paid an earlier quote in time owes nothing more.
  const byQuote = quotes
    .filter(({ address }) => address !== null)
    .toSorted((a, b) => a.sats - b.sats || a.lockedAt.getTime() - b.lockedAt.getTime())
    .map((quote) => ({
      dueSats: quote.sats,
      covers: (money: readonly Money[]) =>
        sum(money.filter((each) => isInTime(each, quote, policy))) - refunded >=
        quote.sats - tolerance(quote.sats),
      excess: (money: readonly Money[]) => excessOver(money, quote.sats),
    }));

  // Outputs first seen after the quote expired count at the market rate of that moment, less the quote's margin.
  const worthCents = (money: readonly Money[]) => {
    const cents = money.map((each) =>
      isInvoice(each) || isInTime(each, newest, policy)
        ? centsForSats(each.sats, newest.rateCents)
        : centsForSats(each.sats, rateWithMargin(each.rateCents ?? 0, newest.marginBasisPoints)),
    );
    const received = sum(money);
    const whole = cents.reduce((total, each) => total + each, 0);
    return received === 0 ? 0 : portion(whole, Math.max(0, received - refunded), received);
  };
  const byWorth: Claim = {
    dueSats: newest.sats,
    covers: (money) =>
      money.some((each) => !isInTime(each, newest, policy)) &&
      worthCents(money) >= priceCents - tolerance(priceCents),
    excess: (money) => {
      const cents = worthCents(money);
      if (cents <= priceCents + tolerance(priceCents)) return 0;
      return portion(sum(money) - refunded, cents - priceCents, cents);
    },
  };

  return [...byInvoice, ...byQuote, byWorth, ...byDecision];
}

/** Returns the refund that ended the payment; null if there is none, or a top-up was requested after it. */
function findFinalRefund(active: readonly DecisionFact[]): DecisionFact | null {
  const last = active.findLast(({ kind }) => kind === "refund" || kind === "ask");
  return last?.kind === "refund" ? last : null;
}

/** True when the payment was settled by a decision that was undone, so that it was not reversed by the chain. */
function wasSettledByUndoneDecision(
  { decisions, settledAt }: PaymentFacts,
  active: readonly DecisionFact[],
): boolean {
  if (active.some(({ kind }) => kind === "accept")) return false;
  const settling = new Set(
    decisions.filter(({ kind }) => kind === "accept" || kind === "attach").map(({ id }) => id),
  );
  return decisions.some(
    ({ undoes, at }) => undoes !== null && settling.has(undoes) && settledAt && at >= settledAt,
  );
}

/** True when the money was first seen before the quote expired, or within the grace period after it. */
function isInTime({ firstSeenAt }: Money, quote: QuoteFact, policy: PaymentPolicy): boolean {
  const until = quote.expiresAt.getTime() + policy.lateGraceSeconds * 1000;
  return firstSeenAt.getTime() <= until;
}

function isInvoice(money: Money): money is PaidInvoice {
  return "paymentHash" in money;
}

/** True when the output has the required confirmations. An unconfirmed one has to be reported by every host. */
function isConfirmed(output: OutputFact, required: number, tipHeight: number): boolean {
  const confirmations = confirmationsOf(output, tipHeight);
  return confirmations >= required && (confirmations > 0 || output.seenByAll);
}

function requiredConfirmations(priceCents: number, policy: PaymentPolicy): number {
  const { thresholdCents, below, from } = policy.confirmations;
  return priceCents < thresholdCents ? below : from;
}

function liveOutputs(outputs: readonly OutputFact[]): OutputFact[] {
  // Keyed by outpoint, so that an output reported twice counts once.
  const byOutpoint = new Map(outputs.map((output) => [`${output.txid}:${output.vout}`, output]));
  return withReplacedTimes([...byOutpoint.values()]).filter(isLive);
}

/** Returns `whole * part / of`, rounded down, without floating point. */
function portion(whole: number, part: number, of: number): number {
  return Number((BigInt(whole) * BigInt(part)) / BigInt(of));
}

function sum(money: readonly Money[]): number {
  return money.reduce((total, { sats }) => total + sats, 0);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : 1;
}
