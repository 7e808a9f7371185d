import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { invoices } from "./tables.ts";
import type { StoredOrder } from "../orders/orders.server.ts";
import { assess } from "#shop/payments/model/assess.ts";
import { loadFacts, type StoredFacts } from "../payments/facts.server.ts";
import {
  defaultPaymentPolicy,
  isLive,
  newestQuote,
  activeDecisions,
  activeQuotes,
} from "#shop/payments/model/payment.ts";
import { readSettings } from "../settings/settings.server.ts";
import { type Invoice, invoiceNumber, meaningOf, type Seller, stampOf } from "./invoice.ts";

/**
 * The invoice of an order, or its proforma invoice while no payment has settled. The same for the same state of
 * order, payment and settings, whenever it is asked for.
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
  const settings = await readSettings(db);
  const { email, tiktokUsername, tiktokUid } = order;
  return {
    number: issued ? invoiceNumber(issued) : null,
    orderId: order.id,
    placedAt: order.createdAt,
    issuedAt: issued?.issuedAt ?? null,
    changedAt: order.updatedAt,
    timeZone: settings.timeZone,
    shopName: settings.shopName,
    supportEmail: settings.supportEmail,
    sandbox,
    seller: sellerOf(issued?.seller ?? {}, settings),
    buyer: { email, tiktokUsername, tiktokUid },
    package: order.package,
    totalCents: order.totalCents,
    stamp: stampOf(order),
    meaning: meaningOf(order),
    ...moneyOf(order, await loadFacts(db, order.checkoutId)),
  };
}

/** An issued invoice keeps its seller; one from before anything was entered takes what was entered since. */
function sellerOf(issued: Partial<Seller>, settings: Seller): Seller {
  const { sellerName, sellerAddress, sellerTaxId, invoiceNote } = settings;
  if (Object.values(issued).some((text) => text !== ""))
    return { sellerName: "", sellerAddress: "", sellerTaxId: "", invoiceNote: "", ...issued };
  return { sellerName, sellerAddress, sellerTaxId, invoiceNote };
}

/** How it is paid. Of an amount in Bitcoin that nobody paid, since another way was taken, nothing is said. */
function moneyOf(order: StoredOrder, facts: StoredFacts): Pick<Invoice, "bitcoin" | "otherwise"> {
  const { paymentMethod: method } = order;
  const receipts = facts.receipts
    .toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime() || a.id - b.id)
    .map(({ method, reference, cents, currency, refundedCents, receivedAt }) => ({
      method,
      reference,
      cents,
      currency,
      refundedCents,
      receivedAt,
    }));
  const byOtherWay = method !== "bitcoin";
  return {
    bitcoin: byOtherWay && facts.outputs.length === 0 ? null : bitcoinOf(order, facts),
    otherwise: byOtherWay || receipts.length > 0 ? { method, receipts } : null,
  };
}

function bitcoinOf(order: StoredOrder, facts: StoredFacts): Invoice["bitcoin"] {
  const active = activeDecisions(facts.decisions);
  const quotes = activeQuotes(facts.quotes, active);
  const newest = newestQuote(quotes);
  if (!newest) return null;
  const { dueSats, receivedSats, status } = assess(
    { ...facts, priceCents: newest.priceCents, settledAt: order.settledAt },
    defaultPaymentPolicy,
    order.updatedAt,
  );
  // The amount may be an earlier one, at another rate than the newest.
  const quote = newestQuote(quotes.filter(({ sats }) => sats === dueSats)) ?? newest;
  const asks =
    order.settledAt === null &&
    (order.status === "pending" || order.status === "processing") &&
    (status === "pending" || status === "partial");
  return {
    address: quote.address,
    dueSats,
    receivedSats,
    rateCents: quote.rateCents,
    rateAt: quote.lockedAt,
    heldUntil: asks ? quote.expiresAt : null,
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
