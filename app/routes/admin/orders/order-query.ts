import { href } from "react-router";
import { z } from "zod";
import { isOrderId, orderStatuses } from "#shop/orders/order.ts";
import {
  type OrderFilter,
  orderPeriods,
  type OrderQuery,
  type OrderSort,
} from "#shop/orders/order-list.ts";

export const SEARCH_MAX = 100;

const day = z.iso
  .date()
  // PostgreSQL's calendar has no year 0.
  .refine((text) => text >= "1000")
  .nullable()
  .catch(null);
const orderId = z.string().refine(isOrderId).nullable().catch(null);

/** What does not fit is as if it were not there: addresses are typed by hand, and get old. */
const querySchema = z.object({
  status: z.enum(orderStatuses).nullable().catch(null),
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

/** The list that an address asks for. */
export function parseListQuery(params: URLSearchParams): OrderQuery {
  const { status, q, date, from, to, sort, after, before } = querySchema.parse(
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
      search: q,
      period: date,
      from: custom ? from : null,
      to: custom ? to : null,
    },
    sort: { by: sort.endsWith("total") ? "total" : "created", descending: sort.startsWith("-") },
    cursor,
  };
}

/** How a sort is written in an address; empty for the one that nobody has to ask for. */
export function sortText({ by, descending }: OrderSort): string {
  const text = `${descending ? "-" : ""}${by}`;
  return text === "-created" ? "" : text;
}

/** What an address has to say of a list, without what goes without saying. */
function searchOf({ filter, sort, cursor }: OrderQuery): string {
  const params = new URLSearchParams({
    status: filter.status ?? "",
    q: filter.search,
    date: filter.period === "all" ? "" : filter.period,
    from: filter.from ?? "",
    to: filter.to ?? "",
    sort: sortText(sort),
    ...(cursor && { [cursor.side]: cursor.orderId }),
  });
  const said = new URLSearchParams([...params].filter(([, value]) => value !== ""));
  return said.size > 0 ? `?${said}` : "";
}

/** The address of a list. */
export function listPath(query: OrderQuery): string {
  return `${href("/admin/orders")}${searchOf(query)}`;
}

/** The address of an order's panel beside this list. */
export function orderPath(orderId: string, query: OrderQuery): string {
  return `${href("/admin/orders/:orderId", { orderId })}${searchOf(query)}`;
}

/** The same page, asking whether to delete: this order of the list, or the one whose panel it is. */
export function askingToDelete(path: string, orderId = ""): string {
  return `${path}${path.includes("?") ? "&" : "?"}delete=${orderId}`;
}

/** Where the list is written as a file. */
export function exportPath(query: OrderQuery): string {
  return `${href("/admin/orders/export")}${searchOf({ ...query, cursor: null })}`;
}

/** The same list, filtered anew, from its first page. */
export function filtered(query: OrderQuery, change: Partial<OrderFilter>): OrderQuery {
  return { ...query, filter: { ...query.filter, ...change }, cursor: null };
}
