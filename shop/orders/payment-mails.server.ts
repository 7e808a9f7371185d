import type { Db } from "#db/client.server.ts";
import { mailAdministrators } from "../accounts/admin-mails.server.ts";
import { orderAddress } from "../mail/addresses.ts";
import type { AdminPaymentMail } from "../mail/admin-mail.ts";
import type { OrderPaymentMail, PaymentDue, RefundMail, SeenPayment } from "../mail/mail.ts";
import { enqueueMail, enqueueMails } from "../mail/mails.server.ts";
import type { PaymentMethod } from "../settings/payment-method.ts";
import { readSettings } from "../settings/settings.server.ts";
import type { PaymentStatus } from "./payment-status.ts";
import { composeNewOrder, orderPart } from "./order-mails.server.ts";
import type { orders } from "./tables.ts";

type StoredOrder = typeof orders.$inferSelect;

/** The details of a payment; amounts in satoshis if not said otherwise. */
interface PaymentData {
  receivedSats?: number;
  dueSats?: number;
  /** US cents received by another payment method than Bitcoin. */
  receivedCents?: number;
  /** Why the payment needs a review. */
  reason?: string;
}

/** A new payment status, with the outstanding amount, if it is known. */
export interface PaymentChange {
  status: PaymentStatus;
  data: PaymentData;
  outstanding: PaymentDue | null;
  /** The method by which money was received; null for none. */
  method: PaymentMethod | null;
  /** The order was placed just now, with a mail that says what was received. */
  isNew?: boolean;
  now: Date;
}

/** Queues the mails about a new order that were held until a payment was seen. */
export async function mailHeldOrder(
  tx: Db,
  order: StoredOrder,
  change: PaymentChange,
): Promise<void> {
  const { outstanding, now } = change;
  await enqueueMails(tx, await composeNewOrder(tx, order, outstanding, seenPayment(change)), now);
}

/** Returns what the confirmation of an order says of its payment; null for a status that it says nothing of. */
export function seenPayment(
  change: Pick<PaymentChange, "status" | "data" | "method">,
): SeenPayment | null {
  const { status, data } = change;
  if (status !== "partial" && !isCustomerMailStatus(status)) return null;
  const { receivedSats = 0, reason = null } = data;
  return { status, receivedSats, reason, ...otherMethodPart(change) };
}

/**
 * Queues a mail to the customer about a new payment status. `order` is the row before the change. Each status is sent
 * once, even if a reorganization of the chain repeats it.
 */
export async function mailPaymentToCustomer(
  tx: Db,
  order: StoredOrder,
  change: PaymentChange,
): Promise<void> {
  const { status, data, outstanding, now } = change;
  const { receivedSats = 0, dueSats = 0, reason = null } = data;
  // The confirmation of the order, queued at the same moment, says so.
  if (order.mailsHeld || change.isNew) return;
  if (status === "partial" && outstanding) {
    await mailOutstandingAmount(tx, order, {
      key: `partial:${order.id}`,
      receivedSats,
      outstanding,
      now,
    });
    return;
  }
  if (!isCustomerMailStatus(status) || (isPaid(status) && order.settledAt !== null)) return;
  if (!(await readSettings(tx)).orderConfirmation) return;
  await enqueueMail(tx, {
    key: `order-payment:${order.id}:${status}:${data.receivedCents ?? receivedSats}`,
    to: orderAddress(order),
    message: {
      template: "order-payment",
      status,
      ...(await orderPart(tx, order)),
      totalCents: order.totalCents,
      receivedSats,
      dueSats,
      ...otherMethodPart(change),
      reason,
    },
    now,
  });
}

/** Queues a mail to the customer about the outstanding amount; `key` identifies its cause, which sends it once. */
export async function mailOutstandingAmount(
  tx: Db,
  order: StoredOrder,
  mail: { key: string; receivedSats: number; outstanding: PaymentDue; now: Date },
): Promise<void> {
  const { key, receivedSats, outstanding, now } = mail;
  if (!(await readSettings(tx)).orderConfirmation) return;
  await enqueueMail(tx, {
    key: `rest-to-pay:${key}:${receivedSats}`,
    to: orderAddress(order),
    message: {
      template: "rest-to-pay",
      ...(await orderPart(tx, order)),
      receivedSats,
      payment: outstanding,
    },
    now,
  });
}

/** Queues a mail to the customer about a refund, recorded under `decisionId`. */
export async function mailRefund(
  tx: Db,
  order: StoredOrder,
  { refund, decisionId, now }: { refund: RefundMail["refund"]; decisionId: number; now: Date },
): Promise<void> {
  if (!(await readSettings(tx)).orderFailed) return;
  await enqueueMail(tx, {
    key: `refund:${decisionId}`,
    to: orderAddress(order),
    message: { template: "refund", ...(await orderPart(tx, order)), refund },
    now,
  });
}

/** Queues a mail to the customer with a credit note. */
export async function mailCreditNote(
  tx: Db,
  order: StoredOrder,
  note: { number: string; invoice: string; grossCents: number; vatCents: number; now: Date },
): Promise<void> {
  if (!(await readSettings(tx)).orderFailed) return;
  const { now, number, invoice, grossCents, vatCents } = note;
  const { vatBasisPoints } = order;
  const creditNote = { number, invoice, grossCents, vatCents, vatBasisPoints };
  await enqueueMail(tx, {
    key: `credit-note:${number}`,
    to: orderAddress(order),
    message: { template: "refund", ...(await orderPart(tx, order)), refund: { creditNote } },
    now,
  });
}

/** Queues a mail to the administrators about a new payment status. `order` is the row before the change. */
export async function mailPaymentToAdmins(
  tx: Db,
  order: StoredOrder,
  change: PaymentChange,
): Promise<void> {
  const { status, data, now } = change;
  const { receivedSats = 0, dueSats = 0 } = data;
  if (!isAdminMailStatus(status) || (status === "paid" && order.settledAt !== null)) return;
  const { id, totalCents } = order;
  const { kind } = order.package;
  await mailAdministrators(tx, {
    key: `admin-payment:${id}:${order.version}`,
    message: {
      template: "admin-payment",
      orderId: id,
      status,
      totalCents,
      receivedSats,
      dueSats,
      ...(kind && { kind }),
      ...otherMethodPart(change),
    },
    now,
  });
}

function otherMethodPart({
  method,
  data: { receivedCents },
}: Pick<PaymentChange, "method" | "data">) {
  return method && receivedCents !== undefined
    ? { otherwise: { method, cents: receivedCents } }
    : {};
}

function isAdminMailStatus(status: PaymentStatus): status is AdminPaymentMail["status"] {
  return ["paid", "overpaid", "review", "reversed"].includes(status);
}

function isCustomerMailStatus(status: PaymentStatus): status is OrderPaymentMail["status"] {
  return ["detected", "paid", "overpaid", "review"].includes(status);
}

function isPaid(status: PaymentStatus): boolean {
  return status === "paid" || status === "overpaid";
}
