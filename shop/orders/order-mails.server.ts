import type { Db } from "#db/client.server.ts";
import type { orders } from "#db/schema/orders.server.ts";
import { mailAdministrators } from "#shop/accounts/admin-mails.server.ts";
import type { AdminPaymentMail } from "#shop/mail/mail.ts";
import { enqueueMail } from "#shop/mail/mails.server.ts";
import type { PaymentStatus } from "#shop/payments/payment.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { trackingKey } from "./order-access.server.ts";

type StoredOrder = typeof orders.$inferSelect;

/** What there is to say about a payment, in satoshis. */
export interface PaymentNews {
  receivedSats?: number;
  dueSats?: number;
  /** Why a person has to look at it. */
  reason?: string;
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
      orderId: order.id,
      coins: order.package.coins,
      tiktokUsername: order.tiktokUsername,
      totalCents: order.totalCents,
      reason: order.statusReason,
      trackingKey: await trackingKey(tx, order.id),
    },
    now,
  });
}

/** Tells the administrators that an order was placed. */
export async function mailNewOrder(tx: Db, order: StoredOrder, now: Date): Promise<void> {
  const { id, tiktokUsername, totalCents } = order;
  await mailAdministrators(tx, {
    key: `admin-order:${id}`,
    message: {
      template: "admin-order",
      orderId: id,
      coins: order.package.coins,
      tiktokUsername,
      totalCents,
    },
    now,
  });
}

/** Tells the administrators what the payment of an order, as it was before, has become, where that matters. */
export async function mailPayment(
  tx: Db,
  order: StoredOrder,
  change: { status: PaymentStatus; data: PaymentNews; now: Date },
): Promise<void> {
  const { status, now } = change;
  const { receivedSats = 0, dueSats = 0 } = change.data;
  if (!isTold(status) || (status === "paid" && order.settledAt !== null)) return;
  const { id, totalCents } = order;
  await mailAdministrators(tx, {
    key: `admin-payment:${id}:${order.version}`,
    message: { template: "admin-payment", orderId: id, status, totalCents, receivedSats, dueSats },
    now,
  });
}

function isTold(status: PaymentStatus): status is AdminPaymentMail["status"] {
  return ["paid", "overpaid", "review", "reversed"].includes(status);
}
