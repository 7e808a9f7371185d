import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { inLanguage } from "#messages/current.server.ts";
import { country as countryText } from "#messages/format.server.ts";
import { describeOrdered } from "../catalog/own-descriptions.server.ts";
import { invoices, invoiceSeries } from "./tables.ts";
import type { StoredOrder } from "../orders/orders.server.ts";
import { assess } from "#shop/payments/model/assess.ts";
import { loadFacts, type StoredFacts } from "../payments/facts.server.ts";
import {
  defaultPaymentPolicy,
  isLive,
  hasMoney,
  currentQuote,
  newestAddress,
  newestQuote,
  paidInvoices,
  activeDecisions,
  activeQuotes,
} from "#shop/payments/model/payment.ts";
import { readSettingsInLanguage } from "../settings/owner-texts.server.ts";
import type { StoredNote } from "./credit-notes.server.ts";
import {
  type Invoice,
  invoiceNumber,
  meaningOf,
  noteTexts,
  type Seller,
  stampOf,
} from "./invoice.ts";
import { randomText } from "#lib/random.server.ts";

/**
 * Returns the invoice of an order in its language, or its proforma invoice while no payment has settled. Deterministic: depends only on
 * the stored order, payment and settings, not on the current time.
 */
export async function invoiceOf(
  db: Db,
  order: StoredOrder,
  { sandbox }: { sandbox: boolean },
): Promise<Invoice> {
  const [issued] = await db
    .select()
    .from(invoices)
    .where(eq(invoices.checkoutId, order.checkoutId));
  const settings = await inLanguage(order.language, () => readSettingsInLanguage(db));
  const { language, email, tiktokUsername, tiktokUid, giftEmail, country } = order;
  return {
    language,
    number: issued ? invoiceNumber(issued) : null,
    orderId: order.id,
    placedAt: order.createdAt,
    issuedAt: issued?.issuedAt ?? null,
    changedAt: issued?.issuedAt ?? order.updatedAt,
    timeZone: settings.timeZone,
    shopName: settings.shopName,
    supportEmail: settings.supportEmail,
    sandbox,
    seller: sellerOf(issued?.seller ?? {}, settings),
    buyer: {
      ...{ email, tiktokUsername, tiktokUid, giftEmail },
      countryName: country && inLanguage(language, () => countryText(country)),
    },
    package: await describeOrdered(db, order.package, language),
    couponCode: order.couponCode,
    couponCents: order.couponCents,
    creditCents: order.creditCents,
    vatBasisPoints: order.vatBasisPoints,
    vatCents: order.vatCents,
    totalCents: order.totalCents,
    shownIn: order.shownIn,
    stamp: inLanguage(language, () => stampOf(order)),
    meaning: inLanguage(language, () => meaningOf(order)),
    creditNote: null,
    ...paymentsOf(order, asOf(await loadFacts(db, order.checkoutId), issued?.issuedAt ?? null)),
  };
}

/** Returns a credit note of an order, in its language: the invoice's parties, with what the note adds to it. */
export async function creditNoteOf(
  db: Db,
  order: StoredOrder,
  note: StoredNote,
  { sandbox }: { sandbox: boolean },
): Promise<Invoice> {
  const invoice = await invoiceOf(db, order, { sandbox });
  const settings = await inLanguage(order.language, () => readSettingsInLanguage(db));
  const { seller, number, issuedAt, ...creditNote } = note;
  return {
    ...invoice,
    ...{ number, issuedAt, changedAt: issuedAt, creditNote: { ...creditNote, issuedAt } },
    seller: sellerOf(seller, settings),
    ...inLanguage(order.language, () => noteTexts(note.reason)),
    ...{ bitcoin: null, otherMethod: null, shownIn: null },
  };
}

/** Returns the facts of a payment as they were at a time, without what went back later; all of them for null. */
function asOf(facts: StoredFacts, at: Date | null): StoredFacts {
  if (!at) return facts;
  return {
    ...facts,
    // A transaction that paid is shown as it was then.
    outputs: facts.outputs
      .filter(({ firstSeenAt }) => firstSeenAt <= at)
      .map((output) => (isLive(output) ? output : { ...output, state: "confirmed" })),
    decisions: facts.decisions.filter((decision) => decision.at <= at),
    receipts: facts.receipts
      .filter(({ recordedAt }) => recordedAt <= at)
      .map((receipt) => ({ ...receipt, refundedCents: 0, creditedCents: 0 })),
    receiptDecisions: facts.receiptDecisions.filter((decision) => decision.at <= at),
  };
}

/** Returns the seller as it was when the invoice was issued; if nothing was entered then, as in the settings. */
function sellerOf(issued: Partial<Seller>, settings: Seller): Seller {
  const { sellerName, sellerAddress, sellerTaxId, invoiceNote } = settings;
  if (Object.values(issued).some((text) => text !== ""))
    return { sellerName: "", sellerAddress: "", sellerTaxId: "", invoiceNote: "", ...issued };
  return { sellerName, sellerAddress, sellerTaxId, invoiceNote };
}

/** Returns the payments by method. An unpaid amount in Bitcoin is omitted when another method was chosen. */
function paymentsOf(
  order: StoredOrder,
  facts: StoredFacts,
): Pick<Invoice, "bitcoin" | "otherMethod"> {
  const { paymentMethod: method } = order;
  const receipts = facts.receipts
    .toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime() || a.id - b.id)
    .map(({ method, reference, cents, currency, refundedCents, creditedCents, receivedAt }) => ({
      method,
      reference,
      cents,
      currency,
      refundedCents,
      creditedCents,
      receivedAt,
    }));
  const byOtherMethod = method !== "bitcoin";
  return {
    bitcoin:
      byOtherMethod && facts.outputs.length === 0 && !hasMoney(facts)
        ? null
        : bitcoinPaymentOf(order, facts),
    otherMethod: byOtherMethod || receipts.length > 0 ? { method, receipts } : null,
  };
}

function bitcoinPaymentOf(order: StoredOrder, facts: StoredFacts): Invoice["bitcoin"] {
  const active = activeDecisions(facts.decisions);
  const quotes = activeQuotes(facts.quotes, active);
  const newest = newestQuote(quotes) ?? currentQuote(facts.quotes);
  if (!newest) return null;
  const { dueSats, receivedSats, status } = assess(
    { ...facts, priceCents: newest.priceCents, settledAt: order.settledAt },
    defaultPaymentPolicy,
    order.updatedAt,
  );
  // The amount due can be of an earlier quote, with another rate than the newest.
  const quote = newestQuote(quotes.filter(({ sats }) => sats === dueSats)) ?? newest;
  const isDue =
    order.settledAt === null &&
    (order.status === "pending" || order.status === "processing") &&
    (status === "pending" || status === "partial");
  return {
    address: newestAddress(quotes),
    lightning: paidInvoices(facts.invoices),
    dueSats,
    receivedSats,
    rateCents: quote.rateCents,
    rateAt: quote.lockedAt,
    heldUntil: isDue ? quote.expiresAt : null,
    transactions: facts.outputs
      .toSorted(
        (a, b) =>
          a.firstSeenAt.getTime() - b.firstSeenAt.getTime() ||
          a.txid.localeCompare(b.txid) ||
          a.vout - b.vout,
      )
      .map((output) => ({
        txid: output.txid,
        sats: output.sats,
        seenAt: output.firstSeenAt,
        gone: !isLive(output),
      })),
    refunds: active.flatMap(({ refund }) => refund ?? []),
  };
}

/** Without vowels, so that no words result. */
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 4;

/**
 * Begins a new series of invoice numbers and returns its name. The name is random, not a counter: a counter would give
 * the same name when the same backup is restored twice.
 */
export async function beginSeries(tx: Db, now: Date): Promise<string> {
  const name = randomText(LENGTH, ALPHABET);
  await tx.insert(invoiceSeries).values({ name, begunAt: now });
  return name;
}
