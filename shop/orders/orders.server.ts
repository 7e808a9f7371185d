import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { PgInsertValue } from "drizzle-orm/pg-core";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { checkouts } from "../checkouts/tables.ts";
import { orderEvents, orders } from "./tables.ts";
import { currentLanguage, currentlyShown } from "#messages/current.server.ts";
import { randomText } from "#lib/random.server.ts";
import type { PaymentDue, SeenPayment } from "../mail/mail.ts";
import { enqueueMails } from "../mail/mails.server.ts";
import type { PaymentMethod } from "../settings/payment-method.ts";
import { drawOrderId, isOrderId, normalizeOrderId, type OrderEvent } from "./order.ts";
import { grantAccess } from "./order-access.server.ts";
import { kindOf } from "../catalog/goods.ts";
import { isComplete, recipientOf, type StoredCheckout } from "../checkouts/lock-checkout.server.ts";
import { dueCents, grossCents } from "../checkouts/price.ts";
import { mayMailUnpaidOrder } from "./guest-mails.server.ts";
import { newOrderMails } from "./order-mails.server.ts";
import { type HeldTerms, shownWith } from "./held-terms.ts";
import { vatOfNewOrder } from "./vat.server.ts";

export type StoredOrder = typeof orders.$inferSelect;

/** What is known of the payment of a new order; a payment by Lightning alone has no address. */
type NewOrderPayment =
  | { kind: "bitcoin-due"; address: string | null; due: PaymentDue }
  | {
      kind: "bitcoin-seen";
      address: string | null;
      seen: SeenPayment | null;
      /** The missing amount of a part. */
      due: PaymentDue | null;
    }
  | { kind: "other-method"; method: Exclude<PaymentMethod, "bitcoin"> }
  /** Coupon or credit cover the price. */
  | { kind: "nothing-due" };

/** A customer confirms a checkout; a payment that settles places the order of one that was not confirmed. */
type NewOrder = {
  checkout: StoredCheckout;
  /** What the buyer was shown with the amount that is held; null or left out where none is. */
  held?: HeldTerms | null;
  now: Date;
} & (
  | {
      placedBy: "customer";
      payment: NewOrderPayment;
      /** The network address of a guest, whose mails about unpaid orders are limited; null for others. */
      guestFrom: string | null;
      /** The text that the buyer agreed to; left out for none. */
      consent?: string | null;
    }
  | { placedBy: "payment"; payment: Extract<NewOrderPayment, { kind: "bitcoin-seen" }> }
);

/** An order, and whether this call has placed it. */
interface PlacedOrder {
  order: StoredOrder;
  isNew: boolean;
}

/**
 * Places the order of a checkout, and closes the checkout. Idempotent: an existing order is locked and returned. Call inside a transaction. Throws when the checkout has no recipient yet.
 */
export async function placeOrder(tx: Db, input: NewOrder): Promise<PlacedOrder> {
  const { checkout, payment, placedBy, held = null, now } = input;
  const placed =
    checkout.state === "open" ? null : await orderOfCheckout(tx, checkout.id, { lock: true });
  if (placed) return { order: placed, isNew: false };
  if (!isComplete(checkout)) throw new Error(`checkout ${checkout.id} has no recipient yet`);

  const guestFrom = input.placedBy === "customer" ? input.guestFrom : null;
  const consent = input.placedBy === "customer" ? (input.consent ?? null) : null;
  const mailsHeld =
    (payment.kind === "bitcoin-due" || payment.kind === "other-method") &&
    !(await mayMailUnpaidOrder(tx, checkout.email, guestFrom, now));
  const packageKind = kindOf(checkout.package);
  const isCoins = packageKind === "coins";
  const { order, isNew } = await insertOnce(tx, {
    checkoutId: checkout.id,
    package: checkout.package,
    packageKind,
    ...recipientOf(checkout),
    email: checkout.email,
    country: isCoins ? checkout.country : null,
    language: placedBy === "customer" ? currentLanguage() : checkout.language,
    shownIn: shownWith(placedBy === "customer" ? currentlyShown() : checkout.shownIn, held),
    paymentMethod: methodOf(checkout, payment),
    bitcoinWallet: "address" in payment ? payment.address : null,
    totalCents: dueCents(checkout),
    couponCode: checkout.couponCents > 0 ? checkout.couponCode : null,
    couponCents: checkout.couponCents,
    creditCents: checkout.creditCents,
    // Credit and gift codes are vouchers: the VAT is in the price of what they pay for.
    ...(isCoins && vatOfNewOrder(grossCents(checkout), held?.vatBasisPoints ?? null)),
    ...(consent !== null && { consentText: consent, consentedAt: now }),
    mailsHeld,
    createdAt: now,
    updatedAt: now,
  });
  await closeCheckout(tx, checkout.id, now);
  if (!isNew) return { order, isNew };
  await addEvent(tx, order.id, "placed", { by: placedBy }, now);
  await grantAccess(tx, order.id, checkout.visitorHash, { proven: true, now });
  const due = "due" in payment ? payment.due : null;
  const seen = payment.kind === "bitcoin-seen" ? payment.seen : null;
  if (!mailsHeld) await enqueueMails(tx, await newOrderMails(tx, order, { due, seen }), now);
  return { order, isNew };
}

/** Returns what the order is paid with: the method, or what covers the price. */
function methodOf(checkout: StoredCheckout, payment: NewOrderPayment): string {
  if (payment.kind === "other-method") return payment.method;
  if (payment.kind !== "nothing-due") return "bitcoin";
  return checkout.creditCents > 0 ? "credit" : "coupon";
}

/** Changes the payment method of a locked order; only Bitcoin has an address. */
export async function setPaymentMethod(
  tx: Db,
  order: StoredOrder,
  chosen: { method: PaymentMethod; bitcoinWallet: string | null; now: Date },
): Promise<void> {
  const { method, bitcoinWallet, now } = chosen;
  if (order.paymentMethod === method && order.bitcoinWallet === bitcoinWallet) return;
  await tx
    .update(orders)
    .set({ paymentMethod: method, bitcoinWallet, ...changedAt(now) })
    .where(eq(orders.id, order.id));
  await notifyOrder(tx, order);
}

/** Returns the order of a checkout, or null; with `lock` it is locked until the transaction ends. */
export async function orderOfCheckout(
  db: Db,
  checkoutId: string,
  { lock } = { lock: false },
): Promise<StoredOrder | null> {
  const query = db.select().from(orders).where(eq(orders.checkoutId, checkoutId));
  const [order] = await (lock ? query.for("no key update") : query);
  return order ?? null;
}

/** Returns the order with this id, or null; deleted orders count as absent. */
export async function findOrder(db: Db, id: string): Promise<StoredOrder | null> {
  const orderId = normalizeOrderId(id);
  if (!isOrderId(orderId)) return null;
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), isNull(orders.deletedAt)));
  return order ?? null;
}

/** Returns the events of an order, oldest first. */
export async function orderHistory(db: Db, orderId: string): Promise<OrderEvent[]> {
  return db
    .select({ type: orderEvents.type, data: orderEvents.data, at: orderEvents.at })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.id));
}

/** Inserts the order of a checkout and notifies its pages, or returns the existing one. */
async function insertOnce(
  tx: Db,
  values: Omit<PgInsertValue<typeof orders>, "id" | "checkoutId"> & { checkoutId: string },
): Promise<{ order: StoredOrder; isNew: boolean }> {
  // 36^7 ids: with a million orders one draw in 78,000 collides.
  for (let draw = 0; draw < 5; draw += 1) {
    const id = drawOrderId(randomText);
    const [order] = await tx
      .insert(orders)
      .values({ id, ...values })
      .onConflictDoNothing()
      .returning();
    if (order) {
      await notifyOrder(tx, order);
      return { order, isNew: true };
    }
    const placed = await orderOfCheckout(tx, values.checkoutId, { lock: true });
    if (placed) return { order: placed, isNew: false };
  }
  throw new Error(`no free order id for checkout ${values.checkoutId}`);
}

/** Returns the columns that every change of an order sets. */
export function changedAt(now: Date) {
  return { updatedAt: now, version: sql`${orders.version} + 1` };
}

async function closeCheckout(tx: Db, id: string, now: Date): Promise<void> {
  await tx.update(checkouts).set({ state: "done", updatedAt: now }).where(eq(checkouts.id, id));
}

/** Inserts an event of an order; returns its id. */
export async function addEvent(
  tx: Db,
  orderId: string,
  type: OrderEvent["type"],
  data: Record<string, unknown>,
  at: Date,
): Promise<number> {
  const added = await tx
    .insert(orderEvents)
    .values({ orderId, type, data, at })
    .returning({ id: orderEvents.id });
  return added[0]?.id ?? 0;
}

/** Notifies the open pages that show this order, its checkout or a list of orders. */
export async function notifyOrder(
  tx: Db,
  order: { id: string; checkoutId: string },
): Promise<void> {
  await notify(tx, CHANGES_CHANNEL, `order:${order.id}`, `checkout:${order.checkoutId}`);
}
