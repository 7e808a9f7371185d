import { and, eq, inArray, isNull, lt, min, or } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { addMs, DAY_MS } from "#lib/time.ts";
import { checkouts } from "../checkouts/tables.ts";
import { lockCheckout } from "../checkouts/lock-checkout.server.ts";
import { forgetOrder } from "../mail/mails.server.ts";
import { auditOrder } from "../orders/order-changes.server.ts";
import { orderAccess, orderEvents, orders } from "../orders/tables.ts";
import { paymentReviews } from "./review/tables.ts";
import { paymentAddresses, receipts } from "./tables.ts";
import { lightningInvoices } from "./lightning/tables.ts";

/** How long a deleted order is stored before it is purged, in days. */
const PURGE_AFTER_DAYS = 30;

/**
 * Purges the orders that were deleted more than `PURGE_AFTER_DAYS` ago; returns how many. Orders with an open payment
 * review are skipped.
 */
export async function purgeDeletedOrders(db: Db, now: Date): Promise<number> {
  const until = addMs(now, -PURGE_AFTER_DAYS * DAY_MS);
  const due = await db
    .select({ checkoutId: orders.checkoutId })
    .from(orders)
    .where(lt(orders.deletedAt, until));
  let purged = 0;
  for (const { checkoutId } of due) {
    if (await db.transaction((tx) => purge(tx, checkoutId, { until, now }))) purged += 1;
  }
  return purged;
}

async function purge(
  tx: Db,
  checkoutId: string,
  { until, now }: { until: Date; now: Date },
): Promise<boolean> {
  await lockCheckout(tx, checkoutId);
  const [order] = await tx
    .select({ id: orders.id, address: orders.bitcoinWallet })
    .from(orders)
    .where(and(eq(orders.checkoutId, checkoutId), lt(orders.deletedAt, until)))
    // The row is deleted, so the full lock is needed.
    .for("update");
  const received = tx
    .select({ id: receipts.id })
    .from(receipts)
    .where(eq(receipts.checkoutId, checkoutId));
  const openReviews = await tx.$count(
    paymentReviews,
    or(eq(paymentReviews.checkoutId, checkoutId), inArray(paymentReviews.receiptId, received)),
  );
  if (!order || openReviews > 0) return false;
  const { id } = order;
  await tx.delete(orderEvents).where(eq(orderEvents.orderId, id));
  await tx.delete(orderAccess).where(eq(orderAccess.orderId, id));
  await forgetOrder(tx, id);
  await tx.delete(orders).where(eq(orders.id, id));
  // Later money must not place a new order. Money that arrived since the last check of the address or the invoices is
  // not known yet, so the time of that check decides.
  const [address] = await tx
    .select({ at: paymentAddresses.lastCheckedAt })
    .from(paymentAddresses)
    .where(eq(paymentAddresses.address, order.address ?? ""));
  const [invoices] = await tx
    .select({ at: min(lightningInvoices.lastCheckedAt) })
    .from(lightningInvoices)
    .where(and(eq(lightningInvoices.checkoutId, checkoutId), isNull(lightningInvoices.settledAt)));
  const checkedAt = [address?.at, invoices?.at].flatMap((at) => at?.getTime() ?? []);
  await tx
    .update(checkouts)
    .set({
      state: "purged",
      updatedAt: checkedAt.length > 0 ? new Date(Math.min(...checkedAt)) : now,
    })
    .where(eq(checkouts.id, checkoutId));
  const actor = { id: null, email: "Satchel", ip: null };
  await auditOrder(tx, { orderId: id, actor, now }, "order.purged", {});
  return true;
}
