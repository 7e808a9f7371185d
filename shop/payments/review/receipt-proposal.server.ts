import type { Db } from "#db/client.server.ts";
import type { StoredOrder } from "#shop/orders/orders.server.ts";
import { loadFacts, type StoredReceipt } from "../facts.server.ts";
import { assessReceipts, SHOP_CURRENCY, unrefundedCents } from "../model/receipt.ts";
import { proposeRefund, type RefundProposal } from "./review.ts";

/**
 * Proposes a refund of a receipt in cents: the excess of its order, a refund that bounced, or the whole remaining
 * amount.
 */
export async function proposeReceiptRefund(
  db: Db,
  receipt: StoredReceipt,
  order: StoredOrder | null,
): Promise<RefundProposal> {
  const left = unrefundedCents(receipt);
  const excess = order ? await excessCents(db, receipt, order) : 0;
  return proposeRefund({
    left,
    excess: excess > 0 ? excess : Math.min(receipt.bouncedCents, left),
    order: order && { status: order.status, deleted: order.deletedAt !== null },
  });
}

async function excessCents(
  db: Db,
  { checkoutId, currency }: StoredReceipt,
  order: StoredOrder,
): Promise<number> {
  const paidOnChain = order.paymentMethod === "bitcoin" && order.settledAt !== null;
  // The whole amount is the excess then.
  if (checkoutId === null || currency !== SHOP_CURRENCY || paidOnChain) return 0;
  const facts = await loadFacts(db, checkoutId);
  const assessment = assessReceipts({
    priceCents: order.totalCents,
    receipts: facts.receipts,
    decisions: facts.receiptDecisions,
    paidOnChain,
    order: { kind: "order", ...order },
  });
  return Math.max(0, (assessment?.netCents ?? 0) - order.totalCents);
}
