import { Notice } from "#app/ui/notice.tsx";
import {
  type AdapterState,
  type LateState,
  lateStateOf,
  lateWords,
} from "#shop/delivery/delivery.ts";
import type { PaymentStatus } from "#shop/orders/payment-status.ts";
import type { PaymentDetails } from "#shop/payments/payment-details.server.ts";
import type { OrderEvent } from "#shop/orders/order.ts";
import type { Taken } from "#shop/delivery/work-list.ts";
import { takenText } from "../deliver/deliver-result.ts";
import { underWayText } from "../deliver/delivery-badge.tsx";
import type { PanelOrder } from "./panel-order.ts";

const byStatus: Record<PaymentStatus, string | null> = {
  pending: "This order is not paid yet.",
  detected: "The payment is seen, but not confirmed yet.",
  partial: "Only part of the payment has arrived.",
  expired: "This order was not paid in time.",
  review: "The payment is waiting for a decision in Review.",
  reversed: "The payment was reversed.",
  refunded: "The payment was refunded.",
  paid: null,
  overpaid: null,
};

/** Returns why an open order should not be delivered yet; nothing once it is completed or rejected. */
export function deliveryWarnings(
  order: PanelOrder,
  { receipts }: PaymentDetails,
  { delivery, taken }: { delivery: AdapterState | null; taken: Taken | null },
): string[] {
  if (order.status === "completed" || order.status === "rejected") return [];
  const disputes = new Set(receipts.map(({ dispute }) => dispute));
  return [
    order.paymentStatus === "refunded" && order.keptCents > 0
      ? "A part of the payment was refunded."
      : byStatus[order.paymentStatus],
    disputes.has("open") && "The buyer or their bank disputes the payment.",
    disputes.has("lost") && "The dispute was lost: the money is gone.",
    taken && `Taken by ${takenText(taken)}.`,
    underWayText(delivery),
    delivery?.progress === "delivered" && "The delivery adapter has delivered it already.",
  ].filter((warning) => typeof warning === "string");
}

/** Shows the warnings at the top of the panel. */
export function DeliveryNotice({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="pending" className="panel__notice">
      <b>Do not deliver yet.</b> {warnings.join(" ")}
    </Notice>
  );
}

const lateAdvice: Partial<Record<LateState, string>> = {
  rejected: "Take that into account before you refund the payment.",
  completed: "If somebody else sent the coins as well, the customer has them twice.",
};

/** Says that the adapter delivered the order after it had got the status that it still has. */
export function LateDeliveryNotice({
  status,
  history,
}: Pick<PanelOrder, "status"> & { history: readonly OrderEvent[] }) {
  const last = history.findLast(({ type }) => type === "delivered");
  const state = last ? lateStateOf(last) : null;
  if (state !== status || !lateAdvice[state]) return null;
  return (
    <Notice tone="rejected" className="panel__notice">
      <b>The delivery adapter delivered this order after it was {lateWords[state]}.</b>{" "}
      {lateAdvice[state]}
    </Notice>
  );
}
