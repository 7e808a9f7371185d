import type { Db } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { mailRefund } from "#shop/orders/payment-mails.server.ts";
import {
  activeDecisions,
  activeQuotes,
  newestQuote,
  type PaymentPolicy,
} from "../model/payment.ts";
import { type SentRefund, refundedSats } from "../model/refund.ts";
import { assessChain } from "../payments.server.ts";
import { refundTransactions } from "./tables.ts";
import { type Network, parseAddress } from "../wallet/address.ts";
import {
  reassessDecided,
  type DecisionInput,
  type Found,
  lockForDecision,
  storeDecision,
} from "./decisions.server.ts";
import type { DecisionError } from "./record-decision.server.ts";
import {
  checkRefundAmount,
  proposeRefund,
  type RefundAmountError,
  type RefundProposal,
} from "./review.ts";

export type ChainRefundError = DecisionError | RefundAmountError | "bad-address" | "bad-txid";

/** Records a refund that was sent by hand: amount, address and transaction. The shop itself sends none. */
export async function recordRefund(
  db: Db,
  deciding: DecisionInput & {
    refund: SentRefund;
    /** True to refund more than the excess. */
    beyondExcess?: boolean;
    network: Network;
  },
): Promise<Result<void, ChainRefundError>> {
  const { refund, network, policy, now } = deciding;
  const address = parseAddress(refund.address, network);
  if (!address.ok) return err("bad-address");
  const txid = refund.txid.trim().toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(txid)) return err("bad-txid");
  return db.transaction(async (tx) => {
    const found = await lockForDecision(tx, deciding);
    if (!found.ok) return found;
    const problem = checkRefundAmount(refund.sats, propose(found.value, policy, now), deciding);
    if (problem) return err(problem);
    const sent = { sats: refund.sats, address: address.value, txid };
    const decision = await storeDecision(tx, found.value, deciding, {
      kind: "refund",
      refund: sent,
    });
    await tx.insert(refundTransactions).values({ decisionId: decision.id, nextCheckAt: now });
    const { order } = found.value;
    if (order) await mailRefund(tx, order, { refund: sent, decisionId: decision.id, now });
    await reassessDecided(tx, found.value, deciding);
    return ok(undefined);
  });
}

/** Proposes how much of a payment is refunded, in satoshis. */
export function propose(found: Found, policy: PaymentPolicy, now: Date): RefundProposal {
  const { facts, order, receivedSats } = found;
  const active = activeDecisions(found.decisions);
  const quote = facts && newestQuote(activeQuotes(facts.quotes, active));
  const assessment = quote && assessChain(facts, quote, { order, policy, now });
  return proposeRefund({
    left: receivedSats - refundedSats(active),
    excess: assessment?.excessSats ?? 0,
    order: order && { status: order.status, deleted: order.deletedAt !== null },
  });
}
