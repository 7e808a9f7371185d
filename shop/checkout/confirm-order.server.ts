import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isUuid } from "#lib/text.ts";
import { detailsOf } from "../checkouts/checkout.ts";
import { isComplete, type StoredCheckout } from "../checkouts/lock-checkout.server.ts";
import { dueCents } from "../checkouts/price.ts";
import { checkouts } from "../checkouts/tables.ts";
import { chosenOffer, type Offer } from "../methods/methods.ts";
import { checkCode } from "../orders/coupon-uses.server.ts";
import { awaitsConsent, storeConsent } from "../orders/consent.server.ts";
import { orderOfCheckout, placeOrder, type StoredOrder } from "../orders/orders.server.ts";
import { loadFacts } from "../payments/facts.server.ts";
import { currentQuote, hasMoney, type PaymentPolicy } from "../payments/model/payment.ts";
import { placeConfirmedOrder, placeFreeOrder } from "../payments/payments.server.ts";
import { setReductions } from "../payments/reductions.server.ts";
import { mayPlaceUnpaidOrder } from "../payments/unpaid-limit.server.ts";
import { findTakenOffSale, toCheckout } from "./steps.server.ts";

/**
 * `changed`: another tab has changed the package or the recipient since the buyer saw them; `coupon-refused`: its last use
 * went to another order, or it applies no longer, so that it was taken off the price.
 */
type ConfirmError =
  | "no-checkout"
  | "no-recipient"
  | "changed"
  | "no-quote"
  | "too-many-unpaid"
  | "taken-off-sale"
  | "coupon-refused";

/** What a buyer confirms. */
interface Confirmation {
  visitorHash: string;
  checkoutId: string;
  offers: readonly Offer[];
  policy: PaymentPolicy;
  /** The `detailsOf` the checkout that the buyer saw; null if the request does not say. */
  details?: string | null;
  /** The network address of the request; null outside of requests. */
  from?: string | null;
  /** The confirmed email address of the signed-in buyer. */
  ownEmail?: string | null;
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
  const { from = null, ownEmail = null, consent = null } = input;
  if (!isUuid(checkoutId)) return err("no-checkout");
  const [checkout] = await tx
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.id, checkoutId), eq(checkouts.visitorHash, visitorHash)))
    .for("no key update");
  // Read after the lock, so that they cannot change any more.
  const facts = await loadFacts(tx, checkoutId);
  if (!checkout || checkout.state === "purged") return err("no-checkout");
  if (!isComplete(checkout)) return err("no-recipient");
  if (input.details && input.details !== detailsOf(toCheckout(checkout))) return err("changed");
  const method =
    dueCents(checkout) === 0 ? null : chosenOffer(offers, checkout.paymentMethod).method;
  // A buyer who paid the amount shown owes nothing more, so it is not asked again once money has arrived.
  if (!hasMoney(facts) && !(await takeCoupon(tx, checkout, now))) return err("coupon-refused");
  const isOwnEmail =
    ownEmail !== null && normalizeEmail(checkout.email ?? "") === normalizeEmail(ownEmail);
  const guestFrom = isOwnEmail ? null : from;
  const placing = { checkout, guestFrom, consent, now };
  if (method === "bitcoin" || hasMoney(facts)) {
    const quote = currentQuote(facts.quotes);
    if (!quote || (quote.withdrawnAt && !hasMoney(facts))) return err("no-quote");
    return ok(await placeConfirmedOrder(tx, { ...placing, facts, quote, policy }));
  }
  const isPlaced = (await orderOfCheckout(tx, checkoutId)) !== null;
  const offSale = isPlaced ? null : await findTakenOffSale(tx, toCheckout(checkout), now);
  if (offSale && !offSale.isKept) return err("taken-off-sale");
  if (!isPlaced && !(await mayPlaceUnpaidOrder(tx, { visitorHash, from, now })))
    return err("too-many-unpaid");
  if (method === null) return ok(await placeFreeOrder(tx, placing));
  const payment = { kind: "other-method", method } as const;
  const { order } = await placeOrder(tx, { ...placing, placedBy: "customer", payment });
  return ok(order);
}

/**
 * Takes the use of the coupon for the order that is about to be placed. Returns false if it is refused: it is then taken
 * off the price, and step 2 says why.
 */
async function takeCoupon(tx: Db, checkout: StoredCheckout, now: Date): Promise<boolean> {
  const { state, couponCode: code, couponCents, package: pkg, email } = checkout;
  if (state !== "open" || code === null || couponCents === 0) return true;
  const checked = await checkCode(tx, { code, package: pkg, email: email ?? "", lock: true, now });
  if (!checked.ok) await setReductions(tx, checkout, { couponCents: 0, now });
  return checked.ok;
}
