import { href } from "react-router";
import { z } from "zod";
import { list } from "#app/office/list-query.ts";
import { isOrderId, orderStatuses } from "#shop/orders/order.ts";
import { SEARCH_MAX } from "../orders/order-query.ts";

/** The list of those who deliver. */
export const deliveryOrderList = list({
  path: href("/admin/deliver/orders"),
  filters: { q: { max: SEARCH_MAX }, status: orderStatuses, messages: ["buyer", "shop"] },
  key: z.string().refine(isOrderId),
});

export type DeliveryOrderQuery = ReturnType<typeof deliveryOrderList.parse>;

/** Returns the URL of an order's panel beside the list of `query`. */
export function deliveryOrderPath(orderId: string, query: DeliveryOrderQuery): string {
  const path = href("/admin/deliver/orders/:orderId", { orderId });
  return path + deliveryOrderList.searchOf(query);
}
