import { href } from "react-router";
import { z } from "zod";
import { isOrderId, orderStatuses } from "#shop/orders/order.ts";
import { SEARCH_MAX } from "../orders/order-query.ts";

/** Invalid parameters are ignored: URLs are typed by hand and bookmarked. */
const querySchema = z.object({
  q: z
    .string()
    .transform((text) => text.trim().slice(0, SEARCH_MAX))
    .catch(""),
  status: z.enum(orderStatuses).nullable().catch(null),
  messages: z.enum(["buyer", "shop"]).optional().catch(undefined),
  after: z.string().refine(isOrderId).nullable().catch(null),
});

/** The search parameters of the list of those who deliver. */
export type DeliveryQuery = z.infer<typeof querySchema>;

export function parseDeliveryQuery(params: URLSearchParams): DeliveryQuery {
  return querySchema.parse(Object.fromEntries(params));
}

/** Returns the URL of the list. */
export function deliveryListPath(query: DeliveryQuery): string {
  return `${href("/admin/deliver/orders")}${searchOf(query)}`;
}

/** Returns the URL of an order's panel beside this list. */
export function deliveryOrderPath(orderId: string, query: DeliveryQuery): string {
  return `${href("/admin/deliver/orders/:orderId", { orderId })}${searchOf(query)}`;
}

function searchOf(query: DeliveryQuery): string {
  const set = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return set.length > 0 ? `?${new URLSearchParams(set)}` : "";
}
