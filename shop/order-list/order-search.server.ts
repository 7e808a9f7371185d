import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Db, queryRows, startOfDay } from "#db/client.server.ts";
import { type ScannedRow, type ScanPage, toScanPage, continueScan } from "#db/scan.server.ts";
import { receipts } from "../payments/tables.ts";
import { paymentReviews } from "../payments/review/tables.ts";
import { orders } from "../orders/tables.ts";
import type { PaymentStatus } from "../orders/payment-status.ts";
import type { Side } from "../orders/message.ts";
import type { OrderStatus } from "../orders/order.ts";
import type { Days, OrderSort, PaymentFilter } from "./order-list.ts";
import { isIndexed, matches } from "./order-search-text.server.ts";

/** The conditions of an order list in terms of the database. */
export interface Scope {
  status: OrderStatus | null;
  search: string;
  /** Whether the search looks at emails, too; true unless given. */
  emails?: boolean;
  days: Days;
  timeZone: string;
  paymentStatus?: PaymentStatus | undefined;
  payment?: PaymentFilter | null;
  /** Who answers next. */
  messages?: Side | undefined;
  /** Created or changed at this moment or later. */
  createdFrom?: Date | undefined;
  updatedFrom?: Date | undefined;
}

/** The sort key of an order: microseconds since 1970 or cents, then the id as tie-breaker. */
export interface Key {
  value: number;
  id: string;
}

export interface Found extends Key {
  status: OrderStatus;
}

/** The most hits of a search that are counted. */
export const COUNT_CAP = 1000;

/** How many orders one statement scans. */
const SCAN_LIMIT = 5000;
/** How many index hits are sorted at most; more frequent hits are found sooner by scanning. */
const SORT_LIMIT = 20_000;

/**
 * Returns the sort value of an order, or of a `stored` value of the sort column. A float is exact to the microsecond
 * until the year 2255.
 */
export function sortValue(sort: OrderSort, stored: SQLWrapper = columnOf(sort)): SQL {
  return sort.by === "total"
    ? sql`${stored}::float8`
    : sql`(extract(epoch from ${stored}) * 1000000)::float8`;
}

/** Returns the column of a sort. */
function columnOf(sort: OrderSort): SQLWrapper {
  switch (sort.by) {
    case "created":
      return orders.createdAt;
    case "updated":
      return orders.updatedAt;
    case "total":
      return orders.totalCents;
  }
}

/** A request for one keyset page of a list. */
export interface PageRequest {
  after: Key | null;
  backwards: boolean;
  limit: number;
}

type SortedPageRequest = PageRequest & { sort: OrderSort };

/**
 * Returns up to `limit` orders in the scope after the key `after`, or before it with `backwards`, nearest first. Keyset
 * pagination: the cost does not depend on the depth in the list.
 *
 * A frequent text is found fast by a scan in sort order, a rare one by the trigram index; each plan is slow for the
 * other kind, and the planner cannot estimate which it is. This scans a limited number of orders first, then uses the
 * index, and continues the scan only when the index has too many hits. Rejects when the signal is aborted.
 */
export async function findOrderKeys(
  db: Db,
  scope: Scope,
  options: SortedPageRequest & { signal?: AbortSignal | undefined },
): Promise<Found[]> {
  const { limit, signal } = options;
  const match = matches(scope.search, scope);
  if (!match) {
    const { where, order } = keysetOf(scope, options);
    return queryRows<Found>(
      db,
      sql`select ${foundColumns(options.sort)} from ${orders} where ${where} order by ${order} limit ${limit}`,
    );
  }
  const near = await scanNear(db, scope, match, options);
  if (near.found.length === limit || !near.next) return near.found;
  const hits = isIndexed(scope.search) ? await searchIndex(db, scope, match, options) : null;
  if (hits) return hits;
  return continueScan<Found>(near, {
    scan: (after, wanted) => scanNear(db, scope, match, { ...options, after, limit: wanted }),
    keyOf: ({ id }) => id,
    limit,
    signal,
  });
}

/** Returns the hits among the next `SCAN_LIMIT` orders. */
async function scanNear(
  db: Db,
  scope: Scope,
  match: SQL,
  options: SortedPageRequest,
): Promise<ScanPage<Found>> {
  const { sort, limit } = options;
  const { where, order, down } = keysetOf(scope, options);
  // Every level sorts by the columns of the index, so PostgreSQL skips the sort and stops at the last hit. The value is
  // computed for hits only: for all rows it would take half of the time.
  const sorted = down ? sql`at desc, id desc` : sql`at, id`;
  const scanned = await queryRows<ScannedRow<Found>>(
    db,
    sql`select id, status, ${sortValue(sort, sql`at`)} as value, hit, place = ${SCAN_LIMIT} as "isLast" from (
      select *, row_number() over () as place from (
        select ${orders.id} as id, ${orders.status} as status, ${columnOf(sort)} as at, ${match} as hit
        from ${orders} where ${where} order by ${order} limit ${SCAN_LIMIT}
      ) near order by ${sorted}
    ) numbered where hit or place = ${SCAN_LIMIT} order by ${sorted} limit ${limit}`,
  );
  return toScanPage(scanned, limit);
}

/** Returns the hits of the trigram index, or null when there are too many to sort. */
async function searchIndex(
  db: Db,
  scope: Scope,
  match: SQL,
  options: SortedPageRequest,
): Promise<Found[] | null> {
  const { sort, limit } = options;
  const { where, down } = keysetOf(scope, options);
  const hits = await queryRows<Found & { hits: number }>(
    db,
    sql`with hits as materialized (
      select ${foundColumns(sort)} from ${orders} where ${where} and ${match} limit ${SORT_LIMIT + 1}
    )
    select id, status, value, (select count(*)::int from hits) as hits
    from hits order by ${down ? sql`value desc, id desc` : sql`value, id`} limit ${limit}`,
  );
  return (hits[0]?.hits ?? 0) <= SORT_LIMIT ? hits : null;
}

/** Returns the select list of a `Found`. */
function foundColumns(sort: OrderSort): SQL {
  return sql`${orders.id} as id, ${orders.status} as status, ${sortValue(sort)} as value`;
}

/** Returns the condition and the sort order of the keyset page after the key `after`, without the search text. */
function keysetOf(
  scope: Scope,
  options: Omit<SortedPageRequest, "limit">,
): { where: SQL; order: SQL; down: boolean } {
  const { sort, after, backwards } = options;
  const down = sort.descending !== backwards;
  const column = columnOf(sort);
  return {
    where: after ? sql`${inScope(scope)} and ${afterKey(sort, after, down)}` : inScope(scope),
    order: down ? sql`${column} desc, ${orders.id} desc` : sql`${column}, ${orders.id}`,
    down,
  };
}

/**
 * Returns all hits of a search, unsorted, or a lower bound of their number when there are too many.
 */
export async function findHits(
  db: Db,
  scope: Scope,
  sort: OrderSort,
): Promise<{ hits: Found[] } | { atLeast: number }> {
  const match = matches(scope.search, scope);
  const [near] = await queryRows<{ seen: number; hits: number }>(
    db,
    sql`select count(*)::int as seen, (count(*) filter (where hit))::int as hits from (
      select ${match ?? sql`true`} as hit from ${orders} where ${inScope(scope)}
      order by ${orders.createdAt} desc, ${orders.id} desc limit ${SCAN_LIMIT}
    ) near`,
  );
  if (!near) throw new Error("count query returned no row");
  if (near.hits > COUNT_CAP) return { atLeast: COUNT_CAP };
  if (near.seen === SCAN_LIMIT && !isIndexed(scope.search)) return { atLeast: near.hits };
  const hits = await queryRows<Found>(
    db,
    sql`select ${foundColumns(sort)} from ${orders} where ${inScope(scope)} and ${match ?? sql`true`} limit ${COUNT_CAP + 1}`,
  );
  return hits.length > COUNT_CAP ? { atLeast: COUNT_CAP } : { hits };
}

/** Returns the condition of the scope without the search text. */
function inScope(scope: Scope): SQL {
  const { status, days, timeZone, paymentStatus, payment, createdFrom, updatedFrom } = scope;
  const conditions = [sql`${orders.deletedAt} is null`];
  if (status) conditions.push(sql`${orders.status} = ${status}`);
  if (days.from) conditions.push(sql`${orders.createdAt} >= ${startOfDay(days.from, timeZone)}`);
  if (days.until) conditions.push(sql`${orders.createdAt} < ${startOfDay(days.until, timeZone)}`);
  if (paymentStatus) conditions.push(sql`${orders.paymentStatus} = ${paymentStatus}`);
  if (payment) conditions.push(hasPayment(payment));
  if (scope.messages) conditions.push(sql`${orders.awaitedFrom} = ${scope.messages}`);
  if (createdFrom) conditions.push(sql`${orders.createdAt} >= ${createdFrom.toISOString()}`);
  if (updatedFrom) conditions.push(sql`${orders.updatedAt} >= ${updatedFrom.toISOString()}`);
  return sql.join(conditions, sql` and `);
}

function hasPayment(payment: PaymentFilter): SQL {
  switch (payment) {
    case "underpaid":
      return sql`${orders.status} <> 'rejected'
        and (${orders.paymentStatus} = 'partial' or ${isInReview("underpaid")})`;
    case "late":
      return isInReview("late");
    case "review":
      return sql`(${orders.paymentStatus} = 'review' or ${isInReview()})`;
    default:
      return sql`${orders.paymentStatus} = ${payment}`;
  }
}

/** Returns the condition that a payment of the order waits for a decision, for this reason if one is given. */
function isInReview(reason?: "underpaid" | "late"): SQL {
  const why = reason ? sql`${paymentReviews.reason} = ${reason}` : sql`true`;
  return sql`${orders.checkoutId} in (
    select coalesce(${paymentReviews.checkoutId}, ${receipts.checkoutId}) from ${paymentReviews}
    left join ${receipts} on ${receipts.id} = ${paymentReviews.receiptId} where ${why})`;
}

function afterKey(sort: OrderSort, { value, id }: Key, down: boolean): SQL {
  const than = down ? sql`<` : sql`>`;
  return sort.by === "total"
    ? sql`(${orders.totalCents}, ${orders.id}) ${than} (${value}::int, ${id})`
    : sql`(${columnOf(sort)}, ${orders.id}) ${than} (timestamptz 'epoch' + ${value}::float8 * interval '1 microsecond', ${id})`;
}
