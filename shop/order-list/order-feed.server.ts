import { inArray } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { orders } from "../orders/tables.ts";
import type { PaymentStatus } from "../orders/payment-status.ts";
import type { OrderStatus } from "../orders/order.ts";
import type { StoredOrder } from "../orders/orders.server.ts";
import type { OrderSort } from "./order-list.ts";
import { type Key, findOrderKeys } from "./order-search.server.ts";

/** The filters of the API's order list; an order must match all of them. */
export interface FeedFilter {
  status?: OrderStatus | undefined;
  paymentStatus?: PaymentStatus | undefined;
  /** Part of an order ID, a username or an email, in any case. */
  search?: string | undefined;
  createdFrom?: Date | undefined;
  updatedFrom?: Date | undefined;
}

/** Returns a page of orders for the API by keyset pagination, forward only and without counts. */
export async function feedOrders(
  db: Db,
  query: { filter: FeedFilter; sort: OrderSort; after: Key | null; limit: number },
): Promise<{ orders: StoredOrder[]; next: Key | null }> {
  const { filter, sort, after, limit } = query;
  const { status = null, search = "", ...rest } = filter;
  const scope = { status, search, days: { from: null, until: null }, timeZone: "UTC", ...rest };
  const found = await findOrderKeys(db, scope, { sort, after, backwards: false, limit: limit + 1 });
  const keys = found.slice(0, limit);
  const ids = keys.map(({ id }) => id);
  const rows = await db.select().from(orders).where(inArray(orders.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const last = keys.at(-1);
  return {
    orders: ids.flatMap((id) => byId.get(id) ?? []),
    next: last && found.length > limit ? { value: last.value, id: last.id } : null,
  };
}
