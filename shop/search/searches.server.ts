import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { type Db, queryRows } from "#db/client.server.ts";
import { escapeLike } from "#db/keyset-search.server.ts";
import { goodsOf, goodsText } from "../catalog/goods.ts";
import { orders } from "../orders/tables.ts";
import { customers } from "../customers/tables.ts";
import { listAllPackages } from "../catalog/packages.server.ts";
import { findEmails } from "../customers/customer-search.server.ts";
import { normalizeOrderId } from "../orders/order.ts";
import { findOrderKeys } from "../order-list/order-search.server.ts";
import type { FoundCustomer, FoundOrder, FoundPackage, SearchHits } from "./search.ts";

/** Hits per kind; the lists show more. */
const HITS = 5;
/** How many of the newest orders are scanned before the index is used. */
const SCAN_LIMIT = 2000;
/** How many index hits are sorted by time at most. */
const SORT_LIMIT = 5000;
/** The longest text that is searched. */
const MAX_LENGTH = 100;

/** Searches orders, customers and packages; no hits for an empty text. Rejects when `signal` aborts. */
export async function quickSearch(db: Db, text: string, signal?: AbortSignal): Promise<SearchHits> {
  const search = text
    .replaceAll(/\p{Cc}/gu, "")
    .trim()
    .slice(0, MAX_LENGTH);
  if (!search) return { orders: [], customers: [], packages: [] };
  return {
    orders: await findOrders(db, search, signal),
    customers: await findCustomers(db, search, signal),
    packages: await findPackages(db, search),
  };
}

/** Finds orders: the one with this ID, those of this username or email, those that begin with the text, and others. */
async function findOrders(
  db: Db,
  search: string,
  signal: AbortSignal | undefined,
): Promise<FoundOrder[]> {
  const id = normalizeOrderId(search);
  const nearest = [id, ...(await findExact(db, search)), ...(await findByPrefix(db, search))];
  const isShort = !/[\p{L}\p{N}]{3}/u.test(search);
  const others = isShort || new Set(nearest).size > HITS ? [] : await findPart(db, search, signal);
  const ids = [...new Set([...nearest, ...others])];
  const rows = await db
    .select({
      id: orders.id,
      tiktokUsername: orders.tiktokUsername,
      giftEmail: orders.giftEmail,
      status: orders.status,
      totalCents: orders.totalCents,
    })
    .from(orders)
    .where(and(inArray(orders.id, ids), isNull(orders.deletedAt)));
  return inOrder(ids, rows, (row) => row.id).slice(0, HITS);
}

/** Finds orders that contain the text, newest first. */
async function findPart(
  db: Db,
  search: string,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const scope = { status: null, search, days: { from: null, until: null }, timeZone: "UTC" };
  const found = await findOrderKeys(db, scope, {
    sort: { by: "created", descending: true },
    after: null,
    backwards: false,
    limit: HITS,
    signal,
  });
  return found.map((order) => order.id);
}

/**
 * Finds orders whose ID, username or email begins with the text: first among the newest, and by the index if these have
 * too few hits. After a # only IDs count, after an @ only usernames.
 */
async function findByPrefix(db: Db, search: string): Promise<string[]> {
  const begins = (before: string, text: string) => isLike(`${before}${escapeLike(text)}%`);
  const match = /^#./.test(search)
    ? begins("", search.slice(1))
    : /^@./.test(search)
      ? begins("%\n", search.slice(1))
      : sql`(${begins("", search)} or ${begins("%\n", search)})`;
  const near = await queryRows<{ id: string }>(
    db,
    sql`select id from (
      select ${orders.id} as id, ${orders.createdAt} as at, ${match} as hit from ${orders}
      where ${orders.deletedAt} is null order by ${orders.createdAt} desc, ${orders.id} desc limit ${SCAN_LIMIT}
    ) near where hit order by at desc, id desc limit ${HITS}`,
  );
  if (near.length === HITS || !/[\p{L}\p{N}]/u.test(search)) return near.map(({ id }) => id);
  const hits = await queryRows<{ id: string }>(
    db,
    sql`with hits as materialized (
      select ${orders.id} as id, ${orders.createdAt} as at from ${orders}
      where ${orders.deletedAt} is null and ${match} limit ${SORT_LIMIT}
    ) select id from hits order by at desc, id desc limit ${HITS}`,
  );
  return hits.map(({ id }) => id);
}

/** Finds the newest orders with exactly this username or email. */
async function findExact(db: Db, search: string): Promise<string[]> {
  const name = escapeLike(search.replace(/^@/, ""));
  const rows = await queryRows<{ id: string }>(
    db,
    sql`with hits as materialized (
      select ${orders.id} as id, ${orders.createdAt} as at from ${orders}
      where ${orders.deletedAt} is null and (${isLike(`%\n${name}\n%`)} or ${isLike(`%\n${name}`)})
      limit ${SORT_LIMIT}
    ) select id from hits order by at desc, id desc limit ${HITS}`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the condition on the ID, the username and the email of an order, each on a line. */
function isLike(pattern: string): SQL {
  // Has to equal the expression of the index `orders_search`.
  return sql`lower(${orders.id} || chr(10) || coalesce(${orders.tiktokUsername}, ${orders.giftEmail}, '') || chr(10) || ${orders.email}) like lower(${pattern})`;
}

async function findCustomers(
  db: Db,
  search: string,
  signal: AbortSignal | undefined,
): Promise<FoundCustomer[]> {
  const list = { search, sort: "since", descending: true } as const;
  const found = await findEmails(db, list, { after: null, backwards: false, limit: HITS, signal });
  const emails = [...new Set([search.toLowerCase(), ...found])];
  const rows = await db
    .select({ email: customers.email, name: customers.name, orders: customers.orders })
    .from(customers)
    .where(inArray(customers.email, emails));
  return inOrder(emails, rows, (row) => row.email).slice(0, HITS);
}

/** Finds packages by coins, ID or description. There are few, so that they are filtered in memory. */
async function findPackages(db: Db, search: string): Promise<FoundPackage[]> {
  const term = search.toLowerCase();
  const digits = term.replace(/\s*coins?$/, "").replaceAll(/[,.\s]/g, "");
  const all = await listAllPackages(db);
  return all
    .filter(
      ({ id, description, ...goods }) =>
        id.toLowerCase() === term ||
        (/^\d+$/.test(digits) && String(goods.coins).startsWith(digits)) ||
        (goods.kind && goodsText(goods).includes(term)) ||
        description.toLowerCase().includes(term),
    )
    .slice(0, HITS)
    .map(({ id, priceCents, placement, ...goods }) => ({
      ...goodsOf(goods),
      id,
      priceCents,
      placement,
    }));
}

function inOrder<Row>(keys: readonly string[], rows: readonly Row[], keyOf: (row: Row) => string) {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}
