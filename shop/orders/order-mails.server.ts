import type { Db } from "#db/client.server.ts";
import type { orders } from "./tables.ts";
import { administratorMails, mailAdministrators } from "../accounts/admin-mails.server.ts";
import type {
  AdminPaymentMail,
  MethodDue,
  OrderPaymentMail,
  PaymentDue,
  RefundMail,
} from "../mail/mail.ts";
import { enqueueMail, enqueueMails } from "../mail/mails.server.ts";
import { instructionsFor } from "../methods/methods.ts";
import { isPaymentMethod, type PaymentMethod } from "../settings/payment-method.ts";
import type { PaymentStatus } from "#shop/payments/model/payment.ts";
import type { Settings } from "../settings/settings.ts";
import { readSettings } from "../settings/settings.server.ts";
import { trackingKey } from "./order-access.server.ts";

type StoredOrder = typeof orders.$inferSelect;

/** What there is to say about a payment, in satoshis. */
interface PaymentNews {
  receivedSats?: number;
  dueSats?: number;
  /** US cents that came by another way than the chain. */
  receivedCents?: number;
  /** Why a person has to look at it. */
  reason?: string;
}

/** What a payment has become, and what is still to be paid, if that is known. */
export interface PaymentChange {
  status: PaymentStatus;
  data: PaymentNews;
  rest: PaymentDue | null;
  /** By which way the money came; null when none came. */
  method: PaymentMethod | null;
  now: Date;
}

/**
 * Tells the customer and the administrators that an order is placed, if the owner wants such mails; `payment` is
 * what is still to be paid in Bitcoin, null once money was seen.
 */
export async function mailNewOrder(
  tx: Db,
  order: StoredOrder,
  payment: PaymentDue | null,
  now: Date,
): Promise<void> {
  const { id, email, tiktokUsername, totalCents } = order;
  const { coins } = order.package;
  const message = {
    template: "admin-order",
    orderId: id,
    coins,
    tiktokUsername,
    totalCents,
  } as const;
  const settings = await readSettings(tx);
  const batch = await administratorMails(tx, { key: `admin-order:${id}`, message }, settings);
  if (settings.orderConfirmation)
    batch.unshift({
      key: `order-placed:${id}`,
      to: email,
      message: {
        template: "order-placed",
        ...(await orderPart(tx, order)),
        totalCents,
        payment: payment ?? methodDue(order, settings),
      },
    });
  await enqueueMails(tx, batch, now);
}

/**
 * Tells the customer what the payment of an order, as it was before, has become, where that matters to them. The
 * same news is told once, even if the chain takes it back and brings it again.
 */
export async function mailPaymentNews(
  tx: Db,
  order: StoredOrder,
  change: PaymentChange,
): Promise<void> {
  const { status, data, rest, now } = change;
  const { receivedSats = 0, dueSats = 0, reason = null } = data;
  if (status === "partial" && rest) {
    await mailRestToPay(tx, order, { key: `partial:${order.id}`, receivedSats, rest, now });
    return;
  }
  if (!isCustomerNews(status) || (isPaid(status) && order.settledAt !== null)) return;
  // The mail that the order is placed, of this moment, says so.
  if (status === "detected" && order.createdAt.getTime() === now.getTime()) return;
  if (!(await readSettings(tx)).orderConfirmation) return;
  await enqueueMail(tx, {
    key: `order-payment:${order.id}:${status}:${data.receivedCents ?? receivedSats}`,
    to: order.email,
    message: {
      template: "order-payment",
      status,
      ...(await orderPart(tx, order)),
      totalCents: order.totalCents,
      receivedSats,
      dueSats,
      ...cameOtherwise(change),
      reason,
    },
    now,
  });
}

/** Tells the customer how much is still to be paid; `key` names the occasion. */
export async function mailRestToPay(
  tx: Db,
  order: StoredOrder,
  mail: { key: string; receivedSats: number; rest: PaymentDue; now: Date },
): Promise<void> {
  const { key, receivedSats, rest, now } = mail;
  if (!(await readSettings(tx)).orderConfirmation) return;
  await enqueueMail(tx, {
    key: `rest-to-pay:${key}:${receivedSats}`,
    to: order.email,
    message: {
      template: "rest-to-pay",
      ...(await orderPart(tx, order)),
      receivedSats,
      payment: rest,
    },
    now,
  });
}

/** Tells the customer that money went back to them; `decisionId` is the record of it. */
export async function mailRefund(
  tx: Db,
  order: StoredOrder,
  { refund, decisionId, now }: { refund: RefundMail["refund"]; decisionId: number; now: Date },
): Promise<void> {
  if (!(await readSettings(tx)).orderFailed) return;
  await enqueueMail(tx, {
    key: `refund:${decisionId}`,
    to: order.email,
    message: { template: "refund", ...(await orderPart(tx, order)), refund },
    now,
  });
}

/** Tells the customer that the order is completed or rejected, if the owner wants such mails. */
export async function mailOrderEnded(tx: Db, order: StoredOrder, now: Date): Promise<void> {
  const settings = await readSettings(tx);
  const completed = order.status === "completed" && settings.orderCompleted;
  const failed = order.status === "rejected" && settings.orderFailed;
  if (!completed && !failed) return;
  const template = completed ? "order-completed" : "order-failed";
  await enqueueMail(tx, {
    // Each change of an order has a version of its own.
    key: `${template}:${order.id}:${order.version}`,
    to: order.email,
    message: {
      template,
      ...(await orderPart(tx, order)),
      totalCents: order.totalCents,
      reason: order.statusReason,
    },
    now,
  });
}

/** Tells the administrators what the payment of an order, as it was before, has become, where that matters. */
export async function mailPayment(
  tx: Db,
  order: StoredOrder,
  change: PaymentChange,
): Promise<void> {
  const { status, data, now } = change;
  const { receivedSats = 0, dueSats = 0 } = data;
  if (!isTold(status) || (status === "paid" && order.settledAt !== null)) return;
  const { id, totalCents } = order;
  await mailAdministrators(tx, {
    key: `admin-payment:${id}:${order.version}`,
    message: {
      template: "admin-payment",
      orderId: id,
      status,
      totalCents,
      receivedSats,
      dueSats,
      ...cameOtherwise(change),
    },
    now,
  });
}

/** What an order that was just placed asks for, unless it is to be paid in Bitcoin. */
function methodDue(order: StoredOrder, settings: Settings): MethodDue | null {
  const { paymentMethod: method, totalCents: cents, id } = order;
  if (!isPaymentMethod(method) || method === "bitcoin") return null;
  return { method, cents, instructions: instructionsFor(method, settings, id) };
}

function cameOtherwise({ method, data: { receivedCents } }: PaymentChange) {
  return method && receivedCents !== undefined
    ? { otherwise: { method, cents: receivedCents } }
    : {};
}

async function orderPart(tx: Db, { id, package: { coins }, tiktokUsername }: StoredOrder) {
  return { orderId: id, coins, tiktokUsername, trackingKey: await trackingKey(tx, id) };
}

function isTold(status: PaymentStatus): status is AdminPaymentMail["status"] {
  return ["paid", "overpaid", "review", "reversed"].includes(status);
}

function isCustomerNews(status: PaymentStatus): status is OrderPaymentMail["status"] {
  return ["detected", "paid", "overpaid", "review"].includes(status);
}

function isPaid(status: PaymentStatus): boolean {
  return status === "paid" || status === "overpaid";
}
