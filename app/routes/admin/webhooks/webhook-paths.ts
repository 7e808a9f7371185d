import { href } from "react-router";
import { z } from "zod";
import { type DeliveryQuery, deliveryStates } from "#shop/webhooks/webhook.ts";

const place = z.coerce
  .number()
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)
  .nullable()
  .catch(null);

/** What does not fit is as if it were not there: addresses are typed by hand, and get old. */
const querySchema = z.object({
  state: z.enum(deliveryStates).nullable().catch(null),
  after: place,
  before: place,
});

/** The deliveries that an address asks for. */
export function parseDeliveryQuery(params: URLSearchParams): DeliveryQuery {
  const { state, after, before } = querySchema.parse(Object.fromEntries(params));
  const ends = before === null ? null : { side: "before" as const, key: before };
  return { state, cursor: after === null ? ends : { side: "after", key: after } };
}

/** 0, which no endpoint has, for what is no number. */
export function endpointIdIn(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

/** The address of an endpoint's page, with a list of deliveries if there is one, or with a question. */
export function webhookPath(
  id: number,
  query?: DeliveryQuery,
  asking?: "edit" | "delete" | "roll",
): string {
  return href("/admin/webhooks/:id", { id: String(id) }) + searchOf(query, asking);
}

/** The address of a delivery's panel, beside a list if there is one. */
export function deliveryPath(id: number, deliveryId: string, query?: DeliveryQuery): string {
  const path = href("/admin/webhooks/:id/deliveries/:deliveryId", { id: String(id), deliveryId });
  return path + searchOf(query);
}

function searchOf(query?: DeliveryQuery, asking?: string): string {
  const params = new URLSearchParams();
  if (query?.state) params.set("state", query.state);
  if (query?.cursor) params.set(query.cursor.side, String(query.cursor.key));
  if (asking) params.set(asking, "1");
  return params.size > 0 ? `?${params}` : "";
}
