import { href, useRouteLoaderData } from "react-router";
import { z } from "zod";
import { isOrderId, orderStatuses } from "#shop/orders/order.ts";
import {
  type OrderFilter,
  orderPeriods,
  paymentFilters,
  type OrderQuery,
  type OrderSort,
} from "#shop/order-list/order-list.ts";
import type { OrderPage } from "#shop/order-list/order-list.server.ts";
import type { StatusMails } from "./bulk-status.ts";

export const SEARCH_MAX = 100;

const day = z.iso
  .date()
  // PostgreSQL has no year 0.
  .refine((text) => text >= "1000")
  .nullable()
  .catch(null);
const orderId = z.string().refine(isOrderId).nullable().catch(null);

/** Invalid parameters are ignored: URLs are typed by hand and bookmarked. */
const querySchema = z.object({
  status: z.enum(orderStatuses).nullable().catch(null),
  payment: z.enum(paymentFilters).nullable().catch(null),
  messages: z.enum(["buyer", "shop"]).optional().catch(undefined),
  q: z
    .string()
    .transform((text) => text.trim().slice(0, SEARCH_MAX))
    .catch(""),
  date: z.enum(orderPeriods).catch("all"),
  from: day,
  to: day,
  sort: z.enum(["-created", "created", "-total", "total"]).catch("-created"),
  after: orderId,
  before: orderId,
});

/** Parses the search parameters of the list. */
export function parseListQuery(params: URLSearchParams): OrderQuery {
  const { status, payment, messages, q, date, from, to, sort, after, before } = querySchema.parse(
    Object.fromEntries(params),
  );
  const custom = date === "custom";
  const near = after ?? before;
  const cursor = near
    ? { side: after ? ("after" as const) : ("before" as const), orderId: near }
    : null;
  return {
    filter: {
      status,
      payment,
      messages,
      search: q,
      period: date,
      from: custom ? from : null,
      to: custom ? to : null,
    },
    sort: { by: sort.endsWith("total") ? "total" : "created", descending: sort.startsWith("-") },
    cursor,
  };
}

/** Returns the `sort` parameter; empty for the default order. */
export function sortText({ by, descending }: OrderSort): string {
  const text = `${descending ? "-" : ""}${by}`;
  return text === "-created" ? "" : text;
}

/** Returns the search string of a list, without default values. */
function searchOf({ filter, sort, cursor }: OrderQuery): string {
  const params = new URLSearchParams({
    status: filter.status ?? "",
    payment: filter.payment ?? "",
    messages: filter.messages ?? "",
    q: filter.search,
    date: filter.period === "all" ? "" : filter.period,
    from: filter.from ?? "",
    to: filter.to ?? "",
    sort: sortText(sort),
    ...(cursor && { [cursor.side]: cursor.orderId }),
  });
  const set = new URLSearchParams([...params].filter(([, value]) => value !== ""));
  return set.size > 0 ? `?${set}` : "";
}

/** Returns the URL of the list. */
export function listPath(query: OrderQuery): string {
  return `${href("/admin/orders")}${searchOf(query)}`;
}

/** Returns the URL of an order's panel beside this list. */
export function orderPath(orderId: string, query: OrderQuery): string {
  return `${href("/admin/orders/:orderId", { orderId })}${searchOf(query)}`;
}

/** Opens the delete dialog on `path`: for `orderId` of the list, or for the order of the panel. */
export function deleteDialogPath(path: string, orderId = ""): string {
  return `${path}${path.includes("?") ? "&" : "?"}delete=${orderId}`;
}

/** Returns the URL of the CSV export of the list. */
export function exportPath(query: OrderQuery): string {
  return `${href("/admin/orders/export")}${searchOf({ ...query, cursor: null })}`;
}

/** Returns the first page of the list with changed filters. */
export function filtered(query: OrderQuery, change: Partial<OrderFilter>): OrderQuery {
  return { ...query, filter: { ...query.filter, ...change }, cursor: null };
}

/** What the loader of the list provides. */
export interface OrdersData {
  query: OrderQuery;
  page: OrderPage;
  /** The order whose deletion has to be confirmed. */
  deletingId: string | null;
  mails: StatusMails;
}

/** Returns the data of the list, on its page and beside an order's panel. */
export function useOrdersData(): OrdersData | undefined {
  return useRouteLoaderData<() => OrdersData>("routes/admin/orders/route");
}
