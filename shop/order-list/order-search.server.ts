import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Db, queryRows, startOfDay } from "#db/client.server.ts";
import { findPlaces, type Place, type SearchedList } from "#db/keyset-search.server.ts";
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
export type Key = Place<number>;

export interface Found extends Key {
  status: OrderStatus;
}

/** The most hits of a search that are counted. */
export const COUNT_CAP = 1000;

/** How many orders one statement scans. */
const SCAN_LIMIT = 5000;
/** How many index hits are sorted at most. */
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

/** Returns the keys of a page of the orders in the scope (`findPlaces`). Rejects when the signal is aborted. */
export async function findOrderKeys(
  db: Db,
  scope: Scope,
  options: PageRequest & { sort: OrderSort; signal?: AbortSignal | undefined },
): Promise<Key[]> {
  const { sort, after, backwards, limit, signal } = options;
  const match = matches(scope.search, scope);
  const list: SearchedList<number> = {
    table: orders,
    id: orders.id,
    sortedBy: columnOf(sort),
    descending: sort.descending,
    where: inScope(scope),
    search: match && { match, isIndexed: isIndexed(scope.search) },
    scanLimit: SCAN_LIMIT,
    sortLimit: SORT_LIMIT,
    valueOf: (stored) => sortValue(sort, stored),
    rowOf: (key) => rowOf(sort, key),
  };
  return findPlaces(db, list, { after: after && rowOf(sort, after), backwards, limit, signal });
}

/** Returns a key as a row of the sort column and the id. */
function rowOf(sort: OrderSort, { value, id }: Key): SQL {
  return sort.by === "total"
    ? sql`${value}::int, ${id}`
    : sql`timestamptz 'epoch' + ${value}::float8 * interval '1 microsecond', ${id}`;
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
    sql`select ${orders.id} as id, ${orders.status} as status, ${sortValue(sort)} as value
      from ${orders} where ${inScope(scope)} and ${match ?? sql`true`} limit ${COUNT_CAP + 1}`,
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
