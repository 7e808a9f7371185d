import { href, useRouteLoaderData } from "react-router";
import { z } from "zod";
import { list, type ListQuery, readSort, sortHead } from "#app/office/list-query.ts";
import { isOrderId, orderStatuses } from "#shop/orders/order.ts";
import { type OrderPeriod, type OrderQuery, paymentFilters } from "#shop/order-list/order-list.ts";
import type { OrderPage } from "#shop/order-list/order-list.server.ts";
import type { StatusMails } from "./bulk-status.ts";

export const SEARCH_MAX = 100;

/** The periods that a list can be of; without one, it is of all time. */
export const periods = [
  "today",
  "yesterday",
  "week",
  "month",
  "custom",
] as const satisfies OrderPeriod[];

const orders = list({
  path: href("/admin/orders"),
  filters: {
    status: orderStatuses,
    payment: paymentFilters,
    messages: ["buyer", "shop"],
    q: { max: SEARCH_MAX },
    date: periods,
    from: "day",
    to: "day",
    // Without one, the newest come first.
    sort: ["created", "-total", "total"],
  },
  key: z.string().refine(isOrderId),
});

export type OrderListQuery = ListQuery<(typeof orders)["filters"], string>;

/** The list of orders. The days are those of a custom period, and are ignored without one. */
export const orderList: typeof orders = {
  ...orders,
  parse: (params) => {
    const query = orders.parse(params);
    return query.date === "custom" ? query : { ...query, from: null, to: null };
  },
};

/** Returns what the list shows. */
export function orderQueryOf(query: OrderListQuery): OrderQuery {
  const { status, payment, messages, q: search, date, from, to, cursor } = query;
  const { sort: by, descending } = orderSort(query);
  return {
    filter: {
      ...{ status, payment, search, from, to },
      messages: messages ?? undefined,
      period: date ?? "all",
    },
    sort: { by, descending },
    cursor: cursor && { side: cursor.side, orderId: cursor.key },
  };
}

function orderSort({ sort }: OrderListQuery) {
  return readSort<"created" | "total">(sort, "created");
}

/** Returns the head of a column that sorts the list. */
export function orderSortHead(query: OrderListQuery, name: "created" | "total") {
  return sortHead(orderSort(query), name, (sort) =>
    orderList.to({ ...query, sort: sort === "-created" ? null : sort, cursor: null }),
  );
}

/** Returns where the page before or after this one begins. */
export function cursorOf(link: OrderPage["next"]): OrderListQuery["cursor"] {
  return link && { side: link.cursor.side, key: link.cursor.orderId };
}

/** Returns the URL of an order's panel beside this list. */
export function orderPath(orderId: string, query: OrderListQuery): string {
  return `${href("/admin/orders/:orderId", { orderId })}${orderList.searchOf(query)}`;
}

/** Opens the delete dialog on `path`: for `orderId` of the list, or for the order of the panel. */
export function deleteDialogPath(path: string, orderId = ""): string {
  return `${path}${path.includes("?") ? "&" : "?"}delete=${orderId}`;
}

/** Returns the URL that exports the list. */
export function exportPath(query: OrderListQuery): string {
  return `${href("/admin/orders/export")}${orderList.searchOf({ ...query, cursor: null })}`;
}

/** What the loader of the list provides. */
export interface OrdersData {
  query: OrderListQuery;
  page: OrderPage;
  /** The order whose deletion has to be confirmed. */
  deletingId: string | null;
  mails: StatusMails;
}

/** Returns the data of the list, on its page and beside an order's panel. */
export function useOrdersData(): OrdersData | undefined {
  return useRouteLoaderData<() => OrdersData>("routes/admin/orders/route");
}
