import { Dot } from "#app/ui/dot.tsx";
import { type DeliveryState, type Endpoint, isFailing } from "#shop/webhooks/webhook.ts";
import { deliveryWords } from "./webhook-labels.ts";

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
