import { and, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { queryRows } from "#db/query.server.ts";
import { orders } from "../orders/tables.ts";
import { customers } from "../customers/tables.ts";
import { listForAdmin } from "../catalog/packages.server.ts";
import { takeEmails } from "../customers/customer-search.server.ts";
import { takeOrders } from "../orders/order-search.server.ts";
import type { FoundCustomer, FoundOrder, FoundPackage, SearchHits } from "./search.ts";

/** So many of each kind; who needs more goes to the list. */
const EACH = 5;
/** So many of the newest orders are looked through one by one before an index is asked. */
const NEAR = 2000;
/** Of more hits than this the newest are not looked for. */
const SORTED = 5000;
/** Longer texts are no names of anything. */
const MAX_LENGTH = 100;

/** Orders, customers and packages that a text fits; nothing for an empty one. Rejects when nobody waits any more. */
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

/** Newest first; an order whose whole ID was given comes before all others. */
async function findOrders(
  db: Db,
  search: string,
  signal: AbortSignal | undefined,
): Promise<FoundOrder[]> {
  const id = search.toUpperCase();
  const ids = [...new Set([id, ...(await takeOrderIds(db, search, signal))])];
  const rows = await db
    .select({
      id: orders.id,
      tiktokUsername: orders.tiktokUsername,
      status: orders.status,
      totalCents: orders.totalCents,
    })
    .from(orders)
    .where(and(inArray(orders.id, ids), isNull(orders.deletedAt)));
  return inOrder(ids, rows, (row) => row.id).slice(0, EACH);
}

async function takeOrderIds(
  db: Db,
  search: string,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  if (!/[\p{L}\p{N}]{3}/u.test(search)) return takeBeginnings(db, search);
  const scope = { status: null, search, days: { from: null, until: null }, timeZone: "UTC" };
  const found = await takeOrders(db, scope, {
    sort: { by: "created", descending: true },
    after: null,
    backwards: false,
    limit: EACH,
    signal,
  });
  return found.map((order) => order.id);
}

/**
 * One or two letters, on the way to more: they find the beginnings of ID, username and email. Those the index
 * knows, once they are too rare to be among the newest.
 */
async function takeBeginnings(db: Db, search: string): Promise<string[]> {
  // Exactly the expression of the index `orders_search`.
  const haystack = sql`lower(${orders.id} || chr(10) || ${orders.tiktokUsername} || chr(10) || ${orders.email})`;
  const text = search.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const match = sql`(${haystack} like lower(${`${text}%`}) or ${haystack} like lower(${`%\n${text}%`}))`;
  const near = await queryRows<{ id: string }>(
    db,
    sql`select id from (
      select ${orders.id} as id, ${orders.createdAt} as at, ${match} as hit from ${orders}
      where ${orders.deletedAt} is null order by ${orders.createdAt} desc, ${orders.id} desc limit ${NEAR}
    ) near where hit order by at desc, id desc limit ${EACH}`,
  );
  if (near.length === EACH || !/[\p{L}\p{N}]/u.test(search)) return near.map(({ id }) => id);
  const hits = await queryRows<{ id: string }>(
    db,
    sql`with hits as materialized (
      select ${orders.id} as id, ${orders.createdAt} as at from ${orders}
      where ${orders.deletedAt} is null and ${match} limit ${SORTED}
    ) select id from hits order by at desc, id desc limit ${EACH}`,
  );
  return hits.map(({ id }) => id);
}

async function findCustomers(
  db: Db,
  search: string,
  signal: AbortSignal | undefined,
): Promise<FoundCustomer[]> {
  const list = { search, sort: "since", descending: true } as const;
  const found = await takeEmails(db, list, { after: null, backwards: false, limit: EACH, signal });
  const emails = [...new Set([search.toLowerCase(), ...found])];
  const rows = await db
    .select({ email: customers.email, name: customers.name, orders: customers.orders })
    .from(customers)
    .where(inArray(customers.email, emails));
  return inOrder(emails, rows, (row) => row.email).slice(0, EACH);
}

/** There are few of them: by coins, ID or a word of the description. */
async function findPackages(db: Db, search: string): Promise<FoundPackage[]> {
  const term = search.toLowerCase();
  const digits = term.replace(/\s*coins?$/, "").replaceAll(/[,.\s]/g, "");
  const all = await listForAdmin(db);
  return all
    .filter(
      ({ id, coins, description }) =>
        id.toLowerCase() === term ||
        (/^\d+$/.test(digits) && String(coins).startsWith(digits)) ||
        description.toLowerCase().includes(term),
    )
    .slice(0, EACH)
    .map(({ id, coins, priceCents, placement }) => ({ id, coins, priceCents, placement }));
}

function inOrder<Row>(keys: readonly string[], rows: readonly Row[], keyOf: (row: Row) => string) {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}
