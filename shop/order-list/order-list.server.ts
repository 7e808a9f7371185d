import { desc, eq, inArray, sql } from "drizzle-orm";
import { type Db, queryRows } from "#db/client.server.ts";
import { localDate } from "#lib/days.ts";
import { receipts } from "../payments/tables.ts";
import { paymentReviews } from "../payments/review/tables.ts";
import { orders } from "../orders/tables.ts";
import { readMetricDays } from "../metrics/metrics.server.ts";
import {
  type Counted,
  daysOf,
  type OrderFilter,
  type OrderQuery,
  type OrderSort,
  type StatusCounts,
} from "./order-list.ts";
import { atLeast, countByDay, countHits, exactly } from "./order-counts.server.ts";
import {
  COUNT_CAP,
  findHits,
  type Key,
  type Scope,
  findOrderKeys,
  type PageRequest,
  sortValue,
} from "./order-search.server.ts";

/** A row of the admin's order list. */
export type ListedOrder = Awaited<ReturnType<typeof readListed>>[number];

/** A link to a neighbouring page, and the adjacent order on it. */
interface PageLink {
  cursor: NonNullable<OrderQuery["cursor"]>;
  orderId: string;
}

export interface OrderPage {
  orders: ListedOrder[];
  /** Position of the first order on the page, from 1; null beyond the counting limit. */
  from: number | null;
  total: Counted;
  counts: StatusCounts;
  previous: PageLink | null;
  next: PageLink | null;
}

/** Returns a page of the admin's order list, with the counts of its tabs; rejects when the signal is aborted. */
export async function listOrders(
  db: Db,
  options: OrderQuery & Listing & { perPage: number },
): Promise<OrderPage> {
  const { perPage } = options;
  const list = await openList(db, options);
  const [counts, { keys, start }] = await Promise.all([list.counts(), readPage(db, list, options)]);

  const [first] = keys;
  const last = keys.at(-1);
  const [before, after, shownOrders] = await Promise.all([
    !start && first
      ? list.findKeys({ after: first, backwards: true, limit: list.countable ? COUNT_CAP : 1 })
      : [],
    // A partial page is the last one.
    last && keys.length === perPage
      ? list.findKeys({ after: last, backwards: false, limit: 1 })
      : [],
    readListed(db, keys),
  ]);
  const position = before.length + 1;
  const shown = options.filter.status ?? "all";
  // A list that ends on its first page has an exact count.
  if (start && keys.length < perPage) counts[shown] = exactly(keys.length);
  return {
    orders: shownOrders,
    from: start || (list.countable && before.length < COUNT_CAP) ? position : null,
    total: counts[shown] ?? exactly(keys.length),
    counts,
    previous:
      first && before[0]
        ? { cursor: { side: "before", orderId: first.id }, orderId: before[0].id }
        : null,
    next:
      last && after[0]
        ? { cursor: { side: "after", orderId: last.id }, orderId: after[0].id }
        : null,
  };
}

/** Returns the keys of a page, and whether it is the first. */
async function readPage(
  db: Db,
  list: OpenList,
  { cursor, sort, perPage: limit }: OrderQuery & { perPage: number },
): Promise<{ keys: Key[]; start: boolean }> {
  const cursorKey = cursor && (await readKey(db, cursor.orderId, sort));
  const backwards = cursor?.side === "before";
  if (cursorKey) {
    const found = await list.findKeys({ after: cursorKey, backwards, limit });
    const keys = backwards ? found.toReversed() : found;
    // An empty page, or a partial one before the first page, becomes the first page.
    if (keys.length > 0 && !(backwards && keys.length < limit)) return { keys, start: false };
  }
  return { keys: await list.findKeys({ after: null, backwards: false, limit }), start: true };
}

/** Yields the ids of all orders of a list in batches; rejects when the signal is aborted. */
export async function* listOrderIds(
  db: Db,
  options: Listing & { batch: number },
): AsyncGenerator<string[]> {
  const { batch } = options;
  const list = await openList(db, options);
  let after: Key | null = null;
  for (;;) {
    const keys: Key[] = await list.findKeys({ after, backwards: false, limit: batch });
    if (keys.length > 0) yield keys.map(({ id }) => id);
    if (keys.length < batch) return;
    after = keys.at(-1) ?? null;
  }
}

interface Listing {
  filter: OrderFilter;
  sort: OrderSort;
  now: Date;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal | undefined;
}

interface OpenList {
  counts: () => Promise<StatusCounts>;
  /** True when the position of an order can be found by counting the orders before it. */
  countable: boolean;
  findKeys: (page: PageRequest) => Promise<Key[]>;
}

/** Converts the filter into a database scope. Days are in the time zone of the metrics. */
async function scopeOf(db: Db, filter: OrderFilter, now: Date): Promise<Scope> {
  const { zone: timeZone } = await readMetricDays(db);
  const days = daysOf(filter, localDate(now, timeZone));
  const { status, payment, messages, search } = filter;
  return { status, payment, messages, search, days, timeZone };
}

async function openList(db: Db, { filter, sort, now, signal }: Listing): Promise<OpenList> {
  const scope = await scopeOf(db, filter, now);
  const { days } = scope;
  const findKeys = (page: PageRequest) => findOrderKeys(db, scope, { ...page, sort, signal });
  // The daily metrics know neither payment states nor messages.
  if (!filter.search.trim() && !filter.payment && !filter.messages)
    return { counts: () => countByDay(db, days), countable: true, findKeys };

  const all = await findHits(db, { ...scope, status: null }, sort);
  if ("hits" in all) {
    const shown = all.hits.filter(({ status }) => !scope.status || status === scope.status);
    return {
      counts: async () => countHits(all.hits),
      countable: true,
      findKeys: async (page) => pageOfHits(shown, sort, page),
    };
  }
  const known: StatusCounts = { all: atLeast(all.atLeast) };
  const counts = async () => known;
  if (!scope.status) return { counts, countable: false, findKeys };
  const some = await findHits(db, scope, sort);
  if ("atLeast" in some) {
    known[scope.status] = atLeast(some.atLeast);
    return { counts, countable: false, findKeys };
  }
  known[scope.status] = exactly(some.hits.length);
  return { counts, countable: true, findKeys: async (page) => pageOfHits(some.hits, sort, page) };
}

/** Returns the keys of a page of hits in memory, like `findOrderKeys`. */
function pageOfHits(hits: readonly Key[], sort: OrderSort, page: PageRequest): Key[] {
  const { after, backwards, limit } = page;
  const direction = sort.descending === backwards ? 1 : -1;
  const compare = (a: Key, b: Key) =>
    direction * (a.value - b.value || (a.id < b.id ? -1 : Number(a.id > b.id)));
  return hits
    .filter((hit) => !after || compare(hit, after) > 0)
    .toSorted(compare)
    .slice(0, limit);
}

/** Returns the sort key of an order, or null when it no longer exists. */
export async function readKey(db: Db, id: string, sort: OrderSort): Promise<Key | null> {
  const [row] = await queryRows<{ value: number }>(
    db,
    sql`select ${sortValue(sort)} as value from ${orders} where ${eq(orders.id, id)}`,
  );
  return row ? { value: row.value, id } : null;
}

async function readListed(db: Db, keys: readonly Key[]) {
  const ids = keys.map(({ id }) => id);
  const select = db
    .select({
      id: orders.id,
      tiktokUsername: orders.tiktokUsername,
      email: orders.email,
      createdAt: orders.createdAt,
      totalCents: orders.totalCents,
      paymentMethod: orders.paymentMethod,
      byLightning: orders.byLightning,
      settledAt: orders.settledAt,
      paymentStatus: orders.paymentStatus,
      keptCents: orders.keptCents,
      sentBackCents: orders.sentBackCents,
      creditedCents: orders.creditedCents,
      status: orders.status,
      version: orders.version,
      mailsHeld: orders.mailsHeld,
    })
    .from(orders)
    .where(inArray(orders.id, ids));
  const [rows, reasons] = await Promise.all([select, readReviewReasons(db, ids)]);
  const byId = new Map(
    rows.map((row) => [row.id, { ...row, reviewReason: reasons.get(row.id) ?? null }]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns why a payment of these orders waits for a decision, by order id: of several, the first. */
async function readReviewReasons(db: Db, ids: string[]) {
  const rows = await db
    .select({ id: orders.id, reason: paymentReviews.reason })
    .from(paymentReviews)
    .leftJoin(receipts, eq(receipts.id, paymentReviews.receiptId))
    .innerJoin(
      orders,
      eq(orders.checkoutId, sql`coalesce(${paymentReviews.checkoutId}, ${receipts.checkoutId})`),
    )
    .where(inArray(orders.id, ids))
    .orderBy(desc(paymentReviews.since));
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}
