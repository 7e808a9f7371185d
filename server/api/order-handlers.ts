import type { Context } from "hono";
import { orderQuerySchema, statusChangeSchema } from "#app/api/schemas.ts";
import { actorOfKey } from "#shop/api-keys/api-keys.server.ts";
import { listCreditNotes } from "#shop/invoices/credit-notes.server.ts";
import { normalizeOrderId } from "#shop/orders/order.ts";
import { setStatusByKey } from "#shop/orders/order-by-key.server.ts";
import { feedOrders } from "#shop/order-list/order-feed.server.ts";
import type { OrderSort } from "#shop/order-list/order-list.ts";
import { findOrder, orderHistory, type StoredOrder } from "#shop/orders/orders.server.ts";
import { publicOrder } from "#shop/order-list/order-columns.ts";
import { publicEvent } from "#shop/orders/public-event.ts";
import type { AppEnv } from "../requests.ts";
import { problem } from "./problems.ts";
import {
  type ApiRequest,
  formatCursor,
  invalidInput,
  parseCursor,
  readBody,
  readQuery,
  parseIfMatch,
} from "./read-request.ts";

const sorts: Record<"newest" | "oldest" | "updated", OrderSort> = {
  newest: { by: "created", descending: true },
  oldest: { by: "created", descending: false },
  updated: { by: "updated", descending: false },
};

export async function listOrders({ c, db }: ApiRequest): Promise<Response> {
  const query = readQuery(c, orderQuerySchema);
  if ("rejection" in query) return query.rejection;
  const { sort: by, limit, cursor, createdAfter, updatedAfter, ...filter } = query.value;
  const sort = sorts[by];
  const after = cursor === undefined ? null : parseCursor(cursor, sort);
  if (cursor !== undefined && !after)
    return invalidInput(c, { cursor: "This cursor belongs to a list with another sort" }).rejection;
  const { orders, next } = await feedOrders(db, {
    filter: { ...filter, createdFrom: createdAfter, updatedFrom: updatedAfter },
    sort,
    after,
    limit,
  });
  return c.json({ orders: orders.map(publicOrder), next: next && formatCursor(sort, next) });
}

export async function readOrder({ c, db }: ApiRequest): Promise<Response> {
  const order = await findOrder(db, c.req.param("id") ?? "");
  if (!order) return noOrder(c);
  const events = await orderHistory(db, order.id);
  const notes = await listCreditNotes(db, order.checkoutId);
  const response = {
    ...publicOrder(order),
    creditNotes: notes.map((note) => ({ ...note, issuedAt: note.issuedAt.toISOString() })),
    events: events.map(publicEvent),
  };
  return c.json(response, 200, { etag: etagOf(order) });
}

export async function setStatus({ c, db, key, now }: ApiRequest): Promise<Response> {
  const body = await readBody(c, statusChangeSchema);
  if ("rejection" in body) return body.rejection;
  const changed = await setStatusByKey(db, {
    orderId: normalizeOrderId(c.req.param("id") ?? ""),
    ...body.value,
    versions: parseIfMatch(c.req.header("if-match")),
    actor: actorOfKey(key, c.get("clientAddress")),
    now,
  });
  if (changed.ok) return c.json(publicOrder(changed.value), 200, { etag: etagOf(changed.value) });
  switch (changed.error) {
    case "not-found":
      return noOrder(c);
    case "stale":
      return problem(c, "stale", "Read the order again: it has changed since.");
    case "forbidden":
      // It changed since `authorizeKey`.
      return problem(c, "forbidden", "This key was revoked, or has expired.");
  }
}

function noOrder(c: Context<AppEnv>): Response {
  return problem(c, "not-found", "There is no order with this ID.");
}

function etagOf({ version }: StoredOrder): string {
  return `"${version}"`;
}
