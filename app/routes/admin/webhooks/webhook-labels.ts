import type { Tone } from "#app/ui/dot.tsx";
import type { DeliveryState, DeliveryType } from "#shop/webhooks/webhook.ts";

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
