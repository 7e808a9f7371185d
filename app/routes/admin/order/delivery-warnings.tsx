import { Notice } from "#app/ui/notice.tsx";
import { type AdapterState, isUnderWay } from "#shop/orders/adapter-state.ts";
import type { PaymentStatus } from "#shop/payments/model/payment.ts";
import type { PaymentDetails } from "#shop/payments/payment-details.server.ts";
import type { PanelOrder } from "./order-drawer.tsx";

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
  delivery: AdapterState | null,
): string[] {
  if (order.status === "completed" || order.status === "rejected") return [];
  const disputes = new Set(receipts.map(({ dispute }) => dispute));
  return [
    byStatus[order.paymentStatus],
    disputes.has("open") && "The buyer or their bank disputes the payment.",
    disputes.has("lost") && "The dispute was lost: the money is gone.",
    isUnderWay(delivery) && "The delivery adapter may be delivering it now.",
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
