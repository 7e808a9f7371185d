import { goodsOf } from "../catalog/goods.ts";
import { and, asc, desc, eq, gt, inArray, isNull, lte, notInArray, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { orderEvents, orders } from "./tables.ts";
import {
  type NotificationCursor,
  type NotificationPage,
  notifiedStatuses,
  type OrderNotification,
} from "./order-notifications.ts";

const PAGE_SIZE = 20;
/** How many of the newest ids are checked for gaps; far more than are taken while a transaction is open. */
const GAP_WINDOW = 200;

/** Returns the cursor after the newest event. */
export async function readNotificationCursor(db: Db): Promise<NotificationCursor> {
  const rows = await db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .orderBy(desc(orderEvents.id))
    .limit(GAP_WINDOW);
  const visible = new Set(rows.map(({ id }) => id));
  const last = rows[0]?.id ?? 0;
  const first = Math.max(1, last - GAP_WINDOW + 1);
  const ids = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return { last, missing: ids.filter((id) => !visible.has(id)) };
}

/** Returns the notifications after a cursor. A client that continues with the returned cursor gets each event once. */
export async function readNotifications(
  db: Db,
  after: NotificationCursor,
): Promise<NotificationPage> {
  // Read before the events: those that are committed in between belong to the next page.
  const cursor = await readNotificationCursor(db);
  const newStatus = sql<OrderNotification["what"]>`${orderEvents.data} ->> 'to'`;
  const rows = await db
    .select({
      id: orderEvents.id,
      orderId: orderEvents.orderId,
      what: sql<
        OrderNotification["what"]
      >`case ${orderEvents.type} when 'payment' then ${newStatus} else ${orderEvents.type} end`,
      package: orders.package,
      totalCents: orders.totalCents,
      count: sql<number>`(count(*) over ())::int`,
    })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .where(
      and(
        or(gt(orderEvents.id, after.last), inArray(orderEvents.id, after.missing)),
        lte(orderEvents.id, cursor.last),
        notInArray(orderEvents.id, cursor.missing),
        isNull(orders.deletedAt),
        or(
          eq(orderEvents.type, "placed"),
          and(eq(orderEvents.type, "message"), sql`${orderEvents.data} ->> 'by' = 'customer'`),
          and(eq(orderEvents.type, "payment"), inArray(newStatus, [...notifiedStatuses])),
        ),
      ),
    )
    .orderBy(asc(orderEvents.id))
    .limit(PAGE_SIZE);
  const notifications = rows.map(({ count: _, package: pkg, ...notification }) => ({
    ...notification,
    ...goodsOf(pkg),
  }));
  return { notifications, count: rows[0]?.count ?? 0, cursor };
}
