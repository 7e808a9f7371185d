import { Dot, type Tone } from "#app/ui/badge.tsx";
import { type DeliveryState, type Endpoint, isFailing } from "#shop/webhooks/webhook.ts";

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

export const deliveryStateLabels: Record<DeliveryState, { label: string; tone: Tone }> = {
  waiting: { label: "Waiting", tone: "pending" },
  delivered: { label: "Delivered", tone: "completed" },
  failed: { label: "Given up", tone: "rejected" },
};
