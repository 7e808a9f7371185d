import type { OrderStatus } from "../orders/order.ts";
import { isSettled } from "../orders/payment-status.ts";
import { activeDecisions, type Assessment, type DecisionFact } from "./model/payment.ts";

/** Whether the buyer can leave an address for a refund: not at all, see it only, or change it. */
export type RefundAddressState = "none" | "closed" | "open";

/**
 * Returns whether the buyer of an order can leave a refund address: when money on the chain is over, short, late, paid
 * twice, or for a rejected order, until a refund of it is recorded.
 */
export function refundAddressState(facts: {
  order: { status: OrderStatus };
  assessment: Assessment;
  decisions: readonly DecisionFact[];
  /** True when the order was settled by another payment method. */
  paidOtherwise: boolean;
}): RefundAddressState {
  const { order, assessment, decisions, paidOtherwise } = facts;
  const { status, receivedSats, refundedSats, excessSats } = assessment;
  const refunds = activeDecisions(decisions).filter(({ kind }) => kind === "refund");
  // A refund covers the money that was there when it was recorded, and not what came later.
  const isRefunded = refunds.some((refund) => refund.receivedSats >= receivedSats);
  if (isRefunded) return "closed";
  if (receivedSats <= refundedSats) return "none";
  const mayGoBack =
    order.status === "rejected" ||
    status === "review" ||
    excessSats > 0 ||
    (paidOtherwise && !isSettled(status) && status !== "detected");
  return mayGoBack ? "open" : "none";
}
