import { and, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import type { OrderFilter, OrderSort } from "../order-list/order-list.ts";
import { readKey } from "../order-list/order-list.server.ts";
import { findOrderKeys } from "../order-list/order-search.server.ts";
import { orders } from "../orders/tables.ts";
import { isOfCoins } from "./undelivered.server.ts";

/** How many orders a page of the list has. */
const DELIVERY_ORDERS_PAGE = 50;

const newestFirst: OrderSort = { by: "created", descending: true };

/** What those who deliver see of an order: neither email nor money. */
const columns = {
  id: orders.id,
  tiktokUsername: sql<string>`${orders.tiktokUsername}`,
  tiktokUid: orders.tiktokUid,
  package: orders.package,
  status: orders.status,
  statusReason: orders.statusReason,
  note: orders.note,
  version: orders.version,
  awaitedFrom: orders.awaitedFrom,
  createdAt: orders.createdAt,
  updatedAt: orders.updatedAt,
  completedAt: orders.completedAt,
};

export type DeliveryOrder = Awaited<ReturnType<typeof readOrders>>[number];

/**
 * Returns a page of all orders of coins, newest first; `next` is the `after` of the following page. The search looks at ids and
 * usernames only, so that it tells nothing about emails.
 */
export async function listDeliveryOrders(
  db: Db,
  {
    search,
    status = null,
    messages,
    after = null,
    signal,
  }: Pick<OrderFilter, "search" | "messages"> &
    Partial<Pick<OrderFilter, "status">> & { after?: string | null; signal?: AbortSignal },
): Promise<{ orders: DeliveryOrder[]; next: string | null }> {
  const scope = {
    ...{ search, status, messages, emails: false },
    days: { from: null, until: null },
    timeZone: "UTC",
  };
  const found = await findOrderKeys(db, scope, {
    sort: newestFirst,
    after: after ? await readKey(db, after, newestFirst) : null,
    backwards: false,
    limit: DELIVERY_ORDERS_PAGE + 1,
    signal,
  });
  const ids = found.slice(0, DELIVERY_ORDERS_PAGE).map(({ id }) => id);
  const byId = new Map((await readOrders(db, ids)).map((order) => [order.id, order]));
  const more = found.length > DELIVERY_ORDERS_PAGE;
  return {
    orders: ids.flatMap((id) => byId.get(id) ?? []),
    next: more ? (ids.at(-1) ?? null) : null,
  };
}

/** Returns an order of coins without email and money; null for an unknown or deleted one, or another kind. */
export async function findDeliveryOrder(db: Db, id: string): Promise<DeliveryOrder | null> {
  const [order] = await readOrders(db, [id]);
  return order ?? null;
}

async function readOrders(db: Db, ids: readonly string[]) {
  const rows = await db
    .select(columns)
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), isNull(orders.deletedAt), isOfCoins));
  return rows.map(({ package: { coins }, ...order }) => ({ ...order, coins }));
}
