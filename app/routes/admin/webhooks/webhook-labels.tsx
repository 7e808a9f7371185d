import { Dot, type Tone } from "#app/ui/badge.tsx";
import {
  type DeliveryState,
  type DeliveryType,
  type Endpoint,
  isFailing,
} from "#shop/webhooks/webhook.ts";

/** State of a delivery in one label. */
export function DeliveryStateText({ state }: { state: DeliveryState }) {
  const { label, tone } = deliveryStateLabels[state];
  return (
    <span className="webhook-state">
      <Dot tone={tone} />
      {label}
    </span>
  );
}

/** State of an endpoint in one label: off, on or failing. */
export function EndpointStateText({
  endpoint,
}: {
  endpoint: Pick<Endpoint, "enabled" | "failures">;
}) {
  const tone = !endpoint.enabled ? undefined : isFailing(endpoint) ? "rejected" : "completed";
  return (
    <span className="webhook-state">
      <Dot tone={tone} />
      {!endpoint.enabled ? "Off" : isFailing(endpoint) ? "Failing" : "On"}
    </span>
  );
}

/** Label of each event. */
export const eventLabels: Record<DeliveryType, string> = {
  "order.placed": "Order placed",
  "order.payment_changed": "Payment changed",
  "order.payment_decided": "Payment decision",
  "order.refund_changed": "Refund recorded or undone",
  "order.credit_note_issued": "Credit note issued",
  "order.status_changed": "Status changed",
  "order.recipient_changed": "Recipient corrected by the buyer",
  "order.email_changed": "Email corrected by the buyer",
  "order.deleted": "Order deleted",
  "order.message_received": "Message from the buyer",
  "webhook.test": "Test",
};

export const deliveryStateLabels: Record<DeliveryState, { label: string; tone: Tone }> = {
  waiting: { label: "Waiting", tone: "pending" },
  delivered: { label: "Delivered", tone: "completed" },
  failed: { label: "Given up", tone: "rejected" },
};
