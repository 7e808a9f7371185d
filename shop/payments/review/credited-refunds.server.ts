import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { centsForSats } from "#lib/money.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { accountOfOrders, creditRefund } from "#shop/credit/refunded-credit.server.ts";
import type { StoredOrder } from "#shop/orders/orders.server.ts";
import { mailRefund } from "#shop/orders/payment-mails.server.ts";
import type { StoredReceipt } from "../facts.server.ts";
import { currentQuote } from "../model/payment.ts";
import { SHOP_CURRENCY } from "../model/receipt.ts";
import { reassessReceipt } from "../receipts.server.ts";
import { receipts } from "../tables.ts";
import { propose } from "./chain-refunds.server.ts";
import {
  type DecisionInput,
  lockForDecision,
  reassessDecided,
  storeDecision,
} from "./decisions.server.ts";
import {
  lockForReceiptDecision,
  type ReceiptDecisionInput,
  storeReceiptDecision,
} from "./receipt-decisions.server.ts";
import { proposeReceiptRefund } from "./receipt-proposal.server.ts";
import type { DecisionError } from "./record-decision.server.ts";
import { checkRefundAmount, type RefundAmountError } from "./review.ts";

type CreditError = DecisionError | RefundAmountError | "no-account";

/**
 * Refunds satoshis of an order's payment as credit of the account that the order belongs to, at the rate of its last
 * quote, rounded down to the cent. The shop keeps the bitcoins.
 */
export async function refundToCredit(
  db: Db,
  deciding: DecisionInput & { sats: number; beyondExcess?: boolean },
): Promise<Result<void, CreditError>> {
  const { sats, policy, now } = deciding;
  return db.transaction(async (tx) => {
    const found = await lockForDecision(tx, deciding);
    if (!found.ok) return found;
    const { order, facts } = found.value;
    const quote = facts && currentQuote(facts.quotes);
    const userId = order && (await accountOfOrders(tx, order.email));
    if (!quote || !userId) return err("no-account");
    const problem = checkRefundAmount(sats, propose(found.value, policy, now), deciding);
    if (problem) return err(problem);
    const cents = centsForSats(sats, quote.rateCents);
    if (cents === 0) return err("bad-amount");
    const decision = await storeDecision(tx, found.value, deciding, {
      kind: "refund",
      refund: { sats, creditCents: cents },
    });
    const { id: decisionId } = decision;
    await creditRefund(tx, { userId, decisionId, orderId: order.id, cents, now });
    await mailRefund(tx, order, { refund: { creditCents: cents }, decisionId, now });
    await reassessDecided(tx, found.value, deciding);
    return ok(undefined);
  });
}

/** Refunds cents of a receipt as credit of the account that its order belongs to. The shop keeps the money. */
export async function refundReceiptToCredit(
  db: Db,
  deciding: ReceiptDecisionInput & { cents: number; beyondExcess?: boolean },
): Promise<Result<void, CreditError>> {
  const { cents, now } = deciding;
  return db.transaction(async (tx) => {
    const found = await lockForReceiptDecision(tx, deciding);
    if (!found.ok) return found;
    const { receipt, order } = found.value;
    const userId = await accountForCredit(tx, receipt, order);
    if (!order || !userId) return err("no-account");
    const problem = checkRefundAmount(
      cents,
      await proposeReceiptRefund(tx, receipt, order),
      deciding,
    );
    if (problem) return err(problem);
    const { id: decisionId } = await storeReceiptDecision(tx, found.value, deciding, "refund", {
      refundCents: cents,
      refund: { sats: 0, creditCents: cents },
    });
    const [credited] = await tx
      .update(receipts)
      .set({ creditedCents: sql`${receipts.creditedCents} + ${cents}` })
      .where(eq(receipts.id, receipt.id))
      .returning();
    await creditRefund(tx, { userId, decisionId, orderId: order.id, cents, now });
    await mailRefund(tx, order, { refund: { creditCents: cents }, decisionId, now });
    await reassessReceipt(tx, credited ?? receipt, deciding);
    return ok(undefined);
  });
}

/** Returns the account whose credit a receipt can become: that of its order, for a payment in dollars. Null for none. */
export async function accountForCredit(
  db: Db,
  { currency }: StoredReceipt,
  order: StoredOrder | null,
): Promise<string | null> {
  return order && currency === SHOP_CURRENCY ? accountOfOrders(db, order.email) : null;
}
