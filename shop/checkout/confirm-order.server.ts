import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isUuid } from "#lib/text.ts";
import { kindOf } from "../catalog/goods.ts";
import { type ActingAccount, detailsOf } from "../checkouts/checkout.ts";
import { isComplete, type StoredCheckout, toCheckout } from "../checkouts/lock-checkout.server.ts";
import { dueCents } from "../checkouts/price.ts";
import { checkouts } from "../checkouts/tables.ts";
import { chosenOffer, type Offer, payableOffers } from "../methods/methods.ts";
import { awaitsConsent, storeConsent } from "../orders/consent.server.ts";
import { orderOfCheckout, placeOrder, type StoredOrder } from "../orders/orders.server.ts";
import { loadFacts, type StoredFacts, type StoredQuote } from "../payments/facts.server.ts";
import { heldQuote } from "../payments/model/held.ts";
import { currentQuote, hasMoney, type PaymentPolicy } from "../payments/model/payment.ts";
import { placeConfirmedOrder, placeFreeOrder } from "../payments/payments.server.ts";
import { mayPlaceUnpaidOrder } from "../payments/unpaid-limit.server.ts";
import type { PaymentMethod } from "../settings/payment-method.ts";
import { endTakings, stillActs } from "./account-takings.server.ts";
import { findTakenOffSale } from "./steps.server.ts";
import { applyTerms } from "./terms-of-now.server.ts";

/**
 * `changed`: another tab has changed the package or the recipient since the buyer saw them; `terms-changed`: so have the
 * terms, or the account that gave something no longer acts, which the checkout says; `not-payable`: no method takes the
 * amount.
 */
type ConfirmError =
  | "no-checkout"
  | "no-recipient"
  | "changed"
  | "no-quote"
  | "too-many-unpaid"
  | "taken-off-sale"
  | "not-payable"
  | "terms-changed";

/** What a buyer confirms. */
interface Confirmation {
  visitorHash: string;
  checkoutId: string;
  offers: readonly Offer[];
  policy: PaymentPolicy;
  /** The `detailsOf` the checkout that the buyer saw; null if the request does not say. */
  details?: string | null;
  /** The method and the VAT rate that the buyer saw, and that of now; left out if the request does not say. */
  terms?: { method: string; vat: string; vatBasisPoints: number } | null;
  /** The network address of the request; null outside of requests. */
  from?: string | null;
  /** The account that acts; null for a guest. */
  account?: ActingAccount | null;
  /** The text that the buyer agreed to; null for none. */
  consent?: string | null;
  now: Date;
}

/**
 * Confirms a checkout: places its order, which closes it. Idempotent: a double click returns the same order. The order
 * gets the chosen payment method if it is still offered. Bitcoin needs a quote. An order of which nothing is due is paid
 * at once.
 */
export async function confirmOrder(
  db: Db,
  input: Confirmation,
): Promise<Result<StoredOrder, ConfirmError>> {
  const { consent = null, now } = input;
  return db.transaction(async (tx) => {
    const placed = await placeConfirmed(tx, input);
    // The payment may have placed the order before the buyer confirmed it.
    if (!placed.ok || consent === null || !awaitsConsent(placed.value)) return placed;
    return ok(await storeConsent(tx, placed.value, consent, now));
  });
}

async function placeConfirmed(
  tx: Db,
  input: Confirmation,
): Promise<Result<StoredOrder, ConfirmError>> {
  const { visitorHash, checkoutId, offers, policy, now } = input;
  const { from = null, account = null, consent = null } = input;
  if (!isUuid(checkoutId)) return err("no-checkout");
  const [checkout] = await tx
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.id, checkoutId), eq(checkouts.visitorHash, visitorHash)))
    .for("no key update");
  // Read after the lock, so that they cannot change any more.
  const facts = await loadFacts(tx, checkoutId);
  if (!checkout || checkout.state === "purged") return err("no-checkout");
  const changed = await findWhatChanged(tx, { checkout, facts }, input);
  if (changed) return err(changed);
  if (!isComplete(checkout)) return err("no-recipient");
  const held = heldQuote(facts, now);
  const method = methodOf(checkout, offers, held);
  // Credit and a coupon's use are not bound in an order that no method can pay.
  if (!held && payableOffers(offers, dueCents(checkout)).length === 0) return err("not-payable");
  const isOwnEmail =
    account?.emailVerified === true &&
    normalizeEmail(checkout.email) === normalizeEmail(account.email);
  const guestFrom = isOwnEmail ? null : from;
  const placing = { checkout, guestFrom, consent, held, now };
  const isPlaced = async () => (await orderOfCheckout(tx, checkoutId)) !== null;
  if (!held && !(await isPlaced()) && (await findTakenOffSale(tx, toCheckout(checkout), now)))
    return err("taken-off-sale");
  if (method === "bitcoin" || hasMoney(facts)) {
    const quote = currentQuote(facts.quotes);
    if (!quote || (quote.withdrawnAt && !hasMoney(facts))) return err("no-quote");
    return ok(await placeConfirmedOrder(tx, { ...placing, facts, quote, policy }));
  }
  if (!(await isPlaced()) && !(await mayPlaceUnpaidOrder(tx, { visitorHash, from, now })))
    return err("too-many-unpaid");
  if (method === null) return ok(await placeFreeOrder(tx, placing));
  const payment = { kind: "other-method", method } as const;
  const { order } = await placeOrder(tx, { ...placing, placedBy: "customer", payment });
  return ok(order);
}

/** Returns the method that an order is paid by: null if nothing is due, else the chosen one, which a held amount keeps. */
function methodOf(
  checkout: StoredCheckout,
  offers: readonly Offer[],
  held: StoredQuote | null,
): PaymentMethod | null {
  if (dueCents(checkout) === 0) return null;
  return held && checkout.paymentMethod === "bitcoin"
    ? "bitcoin"
    : chosenOffer(payableOffers(offers, dueCents(checkout)), checkout.paymentMethod).method;
}

/** Brings a locked checkout up to date; returns whether the buyer has to see it again before it binds. */
async function findWhatChanged(
  tx: Db,
  { checkout, facts }: { checkout: StoredCheckout; facts: StoredFacts },
  { details, terms, offers, account = null, now }: Confirmation,
): Promise<"no-checkout" | "changed" | "terms-changed" | null> {
  if (checkout.state === "done") return null;
  const isOpen = checkout.state === "open";
  if (!stillActs(checkout, account)) {
    if (!isOpen) return "no-checkout";
    await endTakings(tx, checkout, now);
    return "terms-changed";
  }
  if (isOpen && (await applyTerms(tx, checkout, { facts, lock: true, now })))
    return "terms-changed";
  if (details && details !== detailsOf(toCheckout(checkout)))
    return checkout.changes.length > 0 ? "terms-changed" : "changed";
  if (!isOpen || !terms || hasMoney(facts)) return null;
  const held = heldQuote(facts, now);
  const method = methodOf(checkout, offers, held);
  const vatBasisPoints =
    kindOf(checkout.package) === "coins" ? (held?.vatBasisPoints ?? terms.vatBasisPoints) : 0;
  const isSameMethod = terms.method === (method ?? "");
  if (isSameMethod && terms.vat === String(vatBasisPoints)) return null;
  const change = { kind: isSameMethod ? "vat" : "method" } as const;
  const changes = [...checkout.changes, change];
  await tx.update(checkouts).set({ changes }).where(eq(checkouts.id, checkout.id));
  return "terms-changed";
}
