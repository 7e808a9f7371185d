import { and, asc, desc, eq, gt, inArray, isNull, lte, notInArray, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { orderEvents, orders } from "../orders/tables.ts";
import { type News, type NewsPlace, type NewsSince, newsworthy } from "./news.ts";

/** More than this at once is a number, not news. */
const AT_ONCE = 20;
/** Among this many of the newest ids one that is missing may still come: far more than are drawn while one waits. */
const MAY_COME_LATE = 200;

/** How far the news goes at the moment: what comes after this is new. */
export async function newsPlace(db: Db): Promise<NewsPlace> {
  const rows = await db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .orderBy(desc(orderEvents.id))
    .limit(MAY_COME_LATE);
  const there = new Set(rows.map(({ id }) => id));
  const last = rows[0]?.id ?? 0;
  const first = Math.max(1, last - MAY_COME_LATE + 1);
  const ids = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return { last, missing: ids.filter((id) => !there.has(id)) };
}

/** What happened since this place. Whoever asks on from each answer's place is told of each event once. */
export async function newsAfter(db: Db, place: NewsPlace): Promise<NewsSince> {
  // Before the news is read: what is committed between the two is left to the next time.
  const now = await newsPlace(db);
  const became = sql<News["what"]>`${orderEvents.data} ->> 'to'`;
  const rows = await db
    .select({
      id: orderEvents.id,
      orderId: orderEvents.orderId,
      what: sql<
        News["what"]
      >`case ${orderEvents.type} when 'placed' then 'placed' else ${became} end`,
      coins: sql<number>`(${orders.package} ->> 'coins')::int`,
      totalCents: orders.totalCents,
      count: sql<number>`(count(*) over ())::int`,
    })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .where(
      and(
        or(gt(orderEvents.id, place.last), inArray(orderEvents.id, place.missing)),
        lte(orderEvents.id, now.last),
        notInArray(orderEvents.id, now.missing),
        isNull(orders.deletedAt),
        or(
          eq(orderEvents.type, "placed"),
          and(eq(orderEvents.type, "payment"), inArray(became, [...newsworthy])),
        ),
      ),
    )
    .orderBy(asc(orderEvents.id))
    .limit(AT_ONCE);
  const news = rows.map(({ count: _, ...one }) => one);
  return { news, count: rows[0]?.count ?? 0, place: now };
}
