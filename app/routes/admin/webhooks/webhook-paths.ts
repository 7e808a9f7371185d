import { href } from "react-router";
import { list, numberKey } from "#app/office/list-query.ts";
import { deliveryStates } from "#shop/webhooks/webhook.ts";

/** Returns the URL of an endpoint's page. */
export function webhookPath(id: number): string {
  return href("/admin/webhooks/:id", { id: String(id) });
}

/** The deliveries of an endpoint. */
export function deliveryList(id: number) {
  return list({ path: webhookPath(id), filters: { state: deliveryStates }, key: numberKey });
}

export type DeliveryListQuery = ReturnType<ReturnType<typeof deliveryList>["parse"]>;

/** Returns the URL of a delivery's panel, beside the list of `query`. */
export function deliveryPath(id: number, deliveryId: string, query: DeliveryListQuery): string {
  const path = href("/admin/webhooks/:id/deliveries/:deliveryId", { id: String(id), deliveryId });
  return path + deliveryList(id).searchOf(query);
}
