import type { Db } from "#db/client.server.ts";
import { centsForSats } from "#lib/money.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { accountOfOrders, creditRefund } from "#shop/credit/refunded-credit.server.ts";
import { mailRefund } from "#shop/orders/payment-mails.server.ts";
import { currentQuote } from "../model/payment.ts";
import { propose } from "./chain-refunds.server.ts";
import {
  type DecisionInput,
  lockForDecision,
  reassessDecided,
  storeDecision,
} from "./decisions.server.ts";
import type { DecisionError } from "./record-decision.server.ts";
import { checkRefundAmount, type RefundAmountError } from "./review.ts";

/**
 * Refunds satoshis of an order's payment as credit of the account that the order belongs to, at the rate of its last
 * quote, rounded down to the cent. The shop keeps the bitcoins.
 */
export async function refundToCredit(
  db: Db,
  deciding: DecisionInput & { sats: number; beyondExcess?: boolean },
): Promise<Result<void, DecisionError | RefundAmountError | "no-account">> {
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
