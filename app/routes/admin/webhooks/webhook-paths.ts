import { href } from "react-router";
import { z } from "zod";
import { type DeliveryQuery, deliveryStates } from "#shop/webhooks/webhook.ts";

const position = z.coerce
  .number()
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)
  .nullable()
  .catch(null);

/** Invalid parameters are ignored: URLs are typed by hand and bookmarked. */
const querySchema = z.object({
  state: z.enum(deliveryStates).nullable().catch(null),
  after: position,
  before: position,
});

/** Parses the search parameters of the list of deliveries. */
export function parseDeliveryQuery(params: URLSearchParams): DeliveryQuery {
  const { state, after, before } = querySchema.parse(Object.fromEntries(params));
  const ends = before === null ? null : { side: "before" as const, key: before };
  return { state, cursor: after === null ? ends : { side: "after", key: after } };
}

/** Parses an id; returns 0, which is never used, for an invalid one. */
export function parseEndpointId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

/** Returns the URL of an endpoint's page, with a page of its deliveries or an open dialog. */
export function webhookPath(
  id: number,
  query?: DeliveryQuery,
  dialog?: "edit" | "delete" | "roll",
): string {
  return href("/admin/webhooks/:id", { id: String(id) }) + searchOf(query, dialog);
}

/** Returns the URL of a delivery's panel, beside the list of `query`. */
export function deliveryPath(id: number, deliveryId: string, query?: DeliveryQuery): string {
  const path = href("/admin/webhooks/:id/deliveries/:deliveryId", { id: String(id), deliveryId });
  return path + searchOf(query);
}

function searchOf(query?: DeliveryQuery, dialog?: string): string {
  const params = new URLSearchParams();
  if (query?.state) params.set("state", query.state);
  if (query?.cursor) params.set(query.cursor.side, String(query.cursor.key));
  if (dialog) params.set(dialog, "1");
  return params.size > 0 ? `?${params}` : "";
}
