import { goodsOf } from "../../catalog/goods.ts";
import { isComplete, recipientOf } from "../../checkouts/lock-checkout.server.ts";
import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { dueCents } from "#shop/checkouts/price.ts";
import { checkouts } from "#shop/checkouts/tables.ts";
import { receipts } from "../tables.ts";
import { paymentReviews } from "./tables.ts";
import { orderOfCheckout } from "#shop/orders/orders.server.ts";
import { decisionsOfReceipts } from "../facts.server.ts";
import { leftCents, unrefundedCents } from "../model/receipt.ts";
import { proposeReceiptRefund } from "./receipt-proposal.server.ts";
import { accountForCredit } from "./credited-refunds.server.ts";
import { receiptVersion } from "./receipt-decisions.server.ts";
import { choicesForReceipt } from "./review.ts";
import { listDecisionsAbout } from "./review-list.server.ts";
import type { ReceiptDetails } from "./review-view.ts";

/** Returns a receipt with everything needed to decide about it; null if there is none with this id. */
export async function receiptDetails(db: Db, id: number): Promise<ReceiptDetails | null> {
  const [receipt] = await db.select().from(receipts).where(eq(receipts.id, id));
  if (!receipt) return null;
  const { checkoutId, method, cents, currency, reference, details } = receipt;
  const { refundedCents, bouncedCents, creditedCents, dispute, recordedBy, receivedAt } = receipt;
  const [checkout] = checkoutId
    ? await db.select().from(checkouts).where(eq(checkouts.id, checkoutId))
    : [];
  const order = checkoutId ? await orderOfCheckout(db, checkoutId) : null;
  const [waiting] = await db
    .select({ reason: paymentReviews.reason, since: paymentReviews.since })
    .from(paymentReviews)
    .where(eq(paymentReviews.receiptId, id));
  const reason = waiting?.reason ?? null;
  return {
    id,
    reason,
    since: waiting?.since ?? null,
    order: order && { id: order.id, status: order.status, deleted: order.deletedAt !== null },
    buyer:
      checkout && isComplete(checkout)
        ? {
            ...goodsOf(checkout.package),
            ...recipientOf(checkout),
            email: checkout.email,
            priceCents: order?.totalCents ?? dueCents(checkout),
          }
        : null,
    method,
    cents,
    currency,
    reference,
    details,
    refundedCents,
    bouncedCents,
    creditedCents,
    unrefundedCents: unrefundedCents(receipt),
    returnedTwiceCents: Math.max(0, 0 - leftCents(receipt)),
    proposal: await proposeReceiptRefund(db, receipt, order),
    dispute,
    recordedBy,
    receivedAt,
    refundsByProvider: receipt.pageReference !== null,
    decisions: await listDecisionsAbout(db, { receiptId: id }),
    choices: choicesForReceipt({
      reason,
      claimed: checkoutId !== null,
      canBeCredit: (await accountForCredit(db, receipt, order)) !== null,
      unrefundedCents: unrefundedCents(receipt),
    }),
    version: receiptVersion(receipt, await decisionsOfReceipts(db, [id])),
  };
}
