import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import type { Returned } from "./payment-status.ts";
import { addEvent, changedAt, notifyOrder, type StoredOrder } from "./orders.server.ts";
import {
  mailHeldOrder,
  mailPaymentToAdmins,
  mailPaymentToCustomer,
  type PaymentChange,
} from "./payment-mails.server.ts";
import { orders } from "./tables.ts";

/** Records a new payment status, and what went back. The first settlement moves a pending order to processing. */
export async function recordPayment(
  tx: Db,
  order: StoredOrder,
  change: PaymentChange & { settled: boolean; byLightning?: boolean; returned?: Returned },
): Promise<void> {
  const { status, settled, method, byLightning = false, data, returned = order, now } = change;
  const settlesNow = settled && order.settledAt === null;
  const { sentBackCents, creditedCents } = returned;
  const isReturn = sentBackCents !== order.sentBackCents || creditedCents !== order.creditedCents;
  const isSameStatus = order.paymentStatus === status && !settlesNow;
  if (isSameStatus && !isReturn) return;
  const advances = settlesNow && order.status === "pending";
  const releasesMails = order.mailsHeld && status !== "pending" && status !== "expired";
  await tx
    .update(orders)
    .set({
      paymentStatus: status,
      ...{ sentBackCents, creditedCents },
      ...changedAt(now),
      ...(settlesNow && { settledAt: now }),
      // The method that was used can differ from the chosen one.
      ...(settlesNow && method && { paymentMethod: method, byLightning }),
      ...(advances && { status: "processing" as const }),
      ...(releasesMails && { mailsHeld: false }),
    })
    .where(eq(orders.id, order.id));
  if (isReturn) await addEvent(tx, order.id, "refund", { sentBackCents, creditedCents }, now);
  if (isSameStatus) return notifyOrder(tx, order);
  await addEvent(tx, order.id, "payment", { from: order.paymentStatus, to: status, ...data }, now);
  const advance = { from: "pending", to: "processing", by: "payment" };
  if (advances) await addEvent(tx, order.id, "status", advance, now);
  if (releasesMails) await mailHeldOrder(tx, order, change);
  await mailPaymentToAdmins(tx, order, change);
  await mailPaymentToCustomer(tx, order, change);
  await notifyOrder(tx, order);
}
