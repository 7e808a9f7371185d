import { and, asc, eq, gt, inArray, isNull, max, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { orderEvents, orders } from "#db/schema/orders.server.ts";
import { type News, newsworthy } from "./news.ts";

/** More than this at once is a number, not news. */
const AT_ONCE = 20;

/** How far the news goes at the moment: what comes after this is new. */
export async function newestNews(db: Db): Promise<number> {
  const [row] = await db.select({ id: max(orderEvents.id) }).from(orderEvents);
  return row?.id ?? 0;
}

/** What happened after this, oldest first, 20 at the most. */
export async function newsAfter(db: Db, id: number): Promise<News[]> {
  const became = sql<News["what"]>`${orderEvents.data} ->> 'to'`;
  return db
    .select({
      id: orderEvents.id,
      orderId: orderEvents.orderId,
      what: sql<
        News["what"]
      >`case ${orderEvents.type} when 'placed' then 'placed' else ${became} end`,
      coins: sql<number>`(${orders.package} ->> 'coins')::int`,
      totalCents: orders.totalCents,
    })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .where(
      and(
        gt(orderEvents.id, id),
        isNull(orders.deletedAt),
        or(
          eq(orderEvents.type, "placed"),
          and(eq(orderEvents.type, "payment"), inArray(became, [...newsworthy])),
        ),
      ),
    )
    .orderBy(asc(orderEvents.id))
    .limit(AT_ONCE);
}
