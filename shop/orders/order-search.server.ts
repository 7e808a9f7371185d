import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { queryRows } from "#db/query.server.ts";
import { orders } from "./tables.ts";
import { type ScannedRow, type ScanPage, toScanPage, continueScan } from "#db/scan.server.ts";
import type { PaymentStatus } from "#shop/payments/model/payment.ts";
import type { OrderStatus } from "./order.ts";
import type { Days, OrderSort } from "./order-list.ts";
import { isIndexed, matches } from "./order-text.server.ts";

/** What is asked for, in the terms of the database. */
export interface Scope {
  status: OrderStatus | null;
  search: string;
  days: Days;
  timeZone: string;
  paymentStatus?: PaymentStatus | undefined;
  /** Created or changed at this moment or later. */
  createdFrom?: Date | undefined;
  updatedFrom?: Date | undefined;
}

/** Where an order stands in a list: microseconds since 1970 or cents, and its id among equals. */
export interface Key {
  value: number;
  id: string;
}

export interface Found extends Key {
  status: OrderStatus;
}

/** A search with more hits than this is not counted any further. */
export const COUNT_CAP = 1000;

/** So many orders one statement looks through one by one. */
const NEAR = 5000;
/** So many hits are sorted; with more, they are so frequent that walking on finds them soon. */
const SORTED = 20_000;

/**
 * The value of an order in a sort, or of what was `stored` under the sort's column. A float holds every microsecond
 * until the year 2255.
 */
export function valueOf(sort: OrderSort, stored: SQLWrapper = columnOf(sort)): SQL {
  return sort.by === "total"
    ? sql`${stored}::float8`
    : sql`(extract(epoch from ${stored}) * 1000000)::float8`;
}

/** The same as text, for `valueIn`: where it is asked of every row, that is half of the work. */
export function digitsOf(sort: OrderSort): SQL {
  return sort.by === "total" ? sql`${columnOf(sort)}` : sql`extract(epoch from ${columnOf(sort)})`;
}

/** The value that `digitsOf` wrote: cents, or seconds with their six decimals. */
export function valueIn(digits: string): number {
  return Number(digits.replace(".", ""));
}

/** The column that a sort is by. */
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

/** Which part of a list is wanted. */
export interface Taking {
  after: Key | null;
  backwards: boolean;
  limit: number;
}

type SortedTaking = Taking & { sort: OrderSort };

/**
 * Orders in the scope that follow `after` in the sort, or come before it with `backwards`: nearest first, up
 * to `limit`. Never by offset: how deep in the list one is makes no difference.
 *
 * A search has two good plans and two terrible ones. Frequent texts are found by walking along the list's
 * own order, rare ones by the index of trigrams; each is hopeless for the other, and the planner has to
 * guess which it is. So this walks a bounded way first, then asks the index, and
 * walks on only where that does not help either; it rejects when the signal says that nobody waits any more.
 */
export async function takeOrders(
  db: Db,
  scope: Scope,
  options: SortedTaking & { signal?: AbortSignal | undefined },
): Promise<Found[]> {
  const { limit, signal } = options;
  const match = matches(scope.search);
  if (!match) {
    const { where, order } = walk(scope, options);
    return queryRows<Found>(
      db,
      sql`select ${found(options.sort)} from ${orders} where ${where} order by ${order} limit ${limit}`,
    );
  }
  const near = await lookNear(db, scope, match, options);
  if (near.found.length === limit || !near.next) return near.found;
  const hits = isIndexed(scope.search) ? await askIndex(db, scope, match, options) : null;
  if (hits) return hits;
  return continueScan<Found>(near, {
    scan: (after, wanted) => lookNear(db, scope, match, { ...options, after, limit: wanted }),
    keyOf: ({ id }) => id,
    limit,
    signal,
  });
}

/** The hits among so many orders as are looked through one by one. */
async function lookNear(
  db: Db,
  scope: Scope,
  match: SQL,
  options: SortedTaking,
): Promise<ScanPage<Found>> {
  const { sort, limit } = options;
  const { where, order, down } = walk(scope, options);
  // By the columns of the index each time: so it is known to be sorted, and ends with the last hit needed. Only what is
  // found is given its value: that of all would take half of the time.
  const sorted = down ? sql`at desc, id desc` : sql`at, id`;
  const looked = await queryRows<ScannedRow<Found>>(
    db,
    sql`select id, status, ${valueOf(sort, sql`at`)} as value, hit, place = ${NEAR} as "isLast" from (
      select *, row_number() over () as place from (
        select ${orders.id} as id, ${orders.status} as status, ${columnOf(sort)} as at, ${match} as hit
        from ${orders} where ${where} order by ${order} limit ${NEAR}
      ) near order by ${sorted}
    ) numbered where hit or place = ${NEAR} order by ${sorted} limit ${limit}`,
  );
  return toScanPage(looked, limit);
}

/** What the index of trigrams finds; null when that is too much to be sorted. */
async function askIndex(
  db: Db,
  scope: Scope,
  match: SQL,
  options: SortedTaking,
): Promise<Found[] | null> {
  const { sort, limit } = options;
  const { where, down } = walk(scope, options);
  const hits = await queryRows<Found & { hits: number }>(
    db,
    sql`with hits as materialized (
      select ${found(sort)} from ${orders} where ${where} and ${match} limit ${SORTED + 1}
    )
    select id, status, value, (select count(*)::int from hits) as hits
    from hits order by ${down ? sql`value desc, id desc` : sql`value, id`} limit ${limit}`,
  );
  return (hits[0]?.hits ?? 0) <= SORTED ? hits : null;
}

/** The columns of a `Found`. */
function found(sort: OrderSort): SQL {
  return sql`${orders.id} as id, ${orders.status} as status, ${valueOf(sort)} as value`;
}

/** What follows `after` in the sort, whatever is searched for: as conditions, and the order to take it in. */
export function walk(
  scope: Scope,
  options: Omit<SortedTaking, "limit">,
): { where: SQL; order: SQL; down: boolean } {
  const { sort, after, backwards } = options;
  const down = sort.descending !== backwards;
  const column = columnOf(sort);
  return {
    where: after ? sql`${inScope(scope)} and ${beyond(sort, after, down)}` : inScope(scope),
    order: down ? sql`${column} desc, ${orders.id} desc` : sql`${column}, ${orders.id}`,
    down,
  };
}

/**
 * All hits of a search, when they are few enough to be counted; else at least how many there are. In no
 * order.
 */
export async function findHits(
  db: Db,
  scope: Scope,
  sort: OrderSort,
): Promise<{ hits: Found[] } | { atLeast: number }> {
  const match = matches(scope.search);
  const [near] = await queryRows<{ seen: number; hits: number }>(
    db,
    sql`select count(*)::int as seen, (count(*) filter (where hit))::int as hits from (
      select ${match ?? sql`true`} as hit from ${orders} where ${inScope(scope)}
      order by ${orders.createdAt} desc, ${orders.id} desc limit ${NEAR}
    ) near`,
  );
  if (!near) throw new Error("a count without a row");
  if (near.hits > COUNT_CAP) return { atLeast: COUNT_CAP };
  if (near.seen === NEAR && !isIndexed(scope.search)) return { atLeast: near.hits };
  const hits = await queryRows<Found>(
    db,
    sql`select ${found(sort)} from ${orders} where ${inScope(scope)} and ${match ?? sql`true`} limit ${COUNT_CAP + 1}`,
  );
  return hits.length > COUNT_CAP ? { atLeast: COUNT_CAP } : { hits };
}

/** Orders in the scope, whatever is searched for. */
function inScope(scope: Scope): SQL {
  const { status, days, timeZone, paymentStatus, createdFrom, updatedFrom } = scope;
  const conditions = [sql`${orders.deletedAt} is null`];
  if (status) conditions.push(sql`${orders.status} = ${status}`);
  if (days.from) conditions.push(sql`${orders.createdAt} >= ${startOf(days.from, timeZone)}`);
  if (days.until) conditions.push(sql`${orders.createdAt} < ${startOf(days.until, timeZone)}`);
  if (paymentStatus) conditions.push(sql`${orders.paymentStatus} = ${paymentStatus}`);
  if (createdFrom) conditions.push(sql`${orders.createdAt} >= ${createdFrom.toISOString()}`);
  if (updatedFrom) conditions.push(sql`${orders.updatedAt} >= ${updatedFrom.toISOString()}`);
  return sql.join(conditions, sql` and `);
}

function startOf(day: string, timeZone: string): SQL {
  return sql`(${day}::date::timestamp at time zone ${timeZone})`;
}

function beyond(sort: OrderSort, { value, id }: Key, down: boolean): SQL {
  const than = down ? sql`<` : sql`>`;
  return sort.by === "total"
    ? sql`(${orders.totalCents}, ${orders.id}) ${than} (${value}::int, ${id})`
    : sql`(${columnOf(sort)}, ${orders.id}) ${than} (timestamptz 'epoch' + ${value}::float8 * interval '1 microsecond', ${id})`;
}
