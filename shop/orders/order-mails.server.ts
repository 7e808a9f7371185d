import type { Db } from "#db/client.server.ts";
import { inLanguage } from "#messages/current.server.ts";
import { administratorMails } from "../accounts/admin-mails.server.ts";
import { goodsOf } from "../catalog/goods.ts";
import { orderAddress } from "../mail/addresses.ts";
import type { MethodDue, PaymentDue, SeenPayment } from "../mail/mail.ts";
import type { ConsentPart, StopLink } from "../mail/act-mail.ts";
import { enqueueMail } from "../mail/mails.server.ts";
import type { NewMail } from "../mail/new-mail.ts";
import { instructionsFor } from "../settings/payment-instructions.ts";
import { isPaymentMethod } from "../settings/payment-method.ts";
import type { Settings } from "../settings/settings.ts";
import { readSettings } from "../settings/settings.server.ts";
import type { orders } from "./tables.ts";
import { trackingKey } from "./order-access.server.ts";

type StoredOrder = typeof orders.$inferSelect;

/**
 * Returns the mails about a new order to the customer and the administrators, as the settings allow. `due` is the
 * amount due in Bitcoin; null when none is, or for another method.
 */
export async function newOrderMails(
  tx: Db,
  order: StoredOrder,
  { due, seen }: { due: PaymentDue | null; seen: SeenPayment | null },
): Promise<NewMail[]> {
  const payment = due ?? (seen ? null : methodDue(order, await readSettings(tx)));
  return composeNewOrder(tx, order, payment, seen);
}

/** Returns the mails about a new order, with this amount due and what was received. */
export async function composeNewOrder(
  tx: Db,
  order: StoredOrder,
  payment: PaymentDue | MethodDue | null,
  seen: SeenPayment | null,
): Promise<NewMail[]> {
  const { id, totalCents, couponCode, couponCents, creditCents, shownIn } = order;
  const message = {
    template: "admin-order",
    orderId: id,
    ...goodsPart(order),
    totalCents,
  } as const;
  const settings = await readSettings(tx);
  const consent = consentPart(order);
  const batch = await administratorMails(tx, { key: `admin-order:${id}`, message }, settings);
  if (settings.orderConfirmation)
    batch.unshift({
      key: `order-placed:${id}`,
      to: orderAddress(order),
      message: {
        template: "order-placed",
        ...(await orderPart(tx, order)),
        totalCents,
        ...(couponCode && { coupon: { code: couponCode, cents: couponCents } }),
        ...(creditCents > 0 && { creditCents }),
        ...(shownIn && { shownIn }),
        ...(consent && { consent }),
        payment,
        seen,
      },
    });
  else if (consent) batch.unshift(await consentMail(tx, order, consent));
  return batch;
}

/** Returns the mail that repeats a consent, where the confirmation of the order does not. */
export async function consentMail(
  tx: Db,
  order: StoredOrder,
  consent: ConsentPart,
  stop?: StopLink,
): Promise<NewMail> {
  return {
    // One that was stopped can be given again.
    key: `order-consent:${order.id}${stop ? `:${stop.eventId}` : ""}`,
    to: orderAddress(order),
    message: {
      template: "order-consent",
      ...(await orderPart(tx, order)),
      consent,
      ...(stop && { stop }),
    },
  };
}

function consentPart({ consentText: text, consentedAt }: StoredOrder): ConsentPart | null {
  return text !== null && consentedAt !== null ? { text, at: consentedAt.toISOString() } : null;
}

/** Returns the key of the mail about this status of an order; null for a status without one. */
export function endedMailKey({ id, status, version }: StoredOrder): string | null {
  if (status !== "completed" && status !== "rejected") return null;
  // Every change increments the version, so the key is unique per change.
  return `order-${status === "completed" ? "completed" : "failed"}:${id}:${version}`;
}

/**
 * Queues a mail to the customer that the order is completed or rejected, as the settings allow; it is sent at `dueAt`
 * at the earliest.
 */
export async function mailOrderEnded(
  tx: Db,
  order: StoredOrder,
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<void> {
  const settings = await readSettings(tx);
  const completed = order.status === "completed" && settings.orderCompleted;
  const failed = order.status === "rejected" && settings.orderFailed && !order.mailsHeld;
  const key = endedMailKey(order);
  if (!key || (!completed && !failed)) return;
  await enqueueMail(tx, {
    key,
    to: orderAddress(order),
    dueAt,
    message: {
      template: completed ? "order-completed" : "order-failed",
      ...(await orderPart(tx, order)),
      totalCents: order.totalCents,
      reason: order.statusReason,
    },
    now,
  });
}

/** Returns the amount due of a new order with another payment method than Bitcoin. */
function methodDue(order: StoredOrder, settings: Settings): MethodDue | null {
  const { paymentMethod: method, totalCents: cents, id } = order;
  if (!isPaymentMethod(method) || method === "bitcoin") return null;
  // Their labels wait in the outbox as names, which the mail translates.
  const instructions = inLanguage("en", () => instructionsFor(method, settings, id));
  return { method, cents, instructions };
}

/** Returns what every mail about an order says of it. */
export async function orderPart(tx: Db, order: StoredOrder) {
  const { id } = order;
  return { orderId: id, ...goodsPart(order), trackingKey: await trackingKey(tx, id) };
}

/** Returns what was bought, and for whom. */
function goodsPart({ package: pkg, tiktokUsername, giftEmail }: StoredOrder) {
  return { ...goodsOf(pkg), tiktokUsername, ...(giftEmail !== null && { giftEmail }) };
}
