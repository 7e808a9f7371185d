import { Dot, type Tone } from "#app/ui/badge.tsx";
import {
  type DeliveryState,
  type DeliveryType,
  type Endpoint,
  isFailing,
} from "#shop/webhooks/webhook.ts";

/** Where a delivery stands, in one word. */
export function DeliveryStateText({ state }: { state: DeliveryState }) {
  const { word, tone } = deliveryWords[state];
  return (
    <span className="webhook-state">
      <Dot tone={tone} />
      {word}
    </span>
  );
}

/** Whether an endpoint is sent to, and takes what it gets. */
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

/** What each event is called in the back office. */
export const eventNames: Record<DeliveryType, string> = {
  "order.placed": "Order placed",
  "order.payment_changed": "Payment changed",
  "order.payment_decided": "Payment decided on",
  "order.status_changed": "Status changed",
  "order.deleted": "Order deleted",
  "webhook.test": "Test",
};

export const deliveryWords: Record<DeliveryState, { word: string; tone: Tone }> = {
  waiting: { word: "Waiting", tone: "pending" },
  delivered: { word: "Delivered", tone: "completed" },
  failed: { word: "Given up", tone: "rejected" },
};
