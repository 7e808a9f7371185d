import { type SQL, sql } from "drizzle-orm";
import { type Db, queryRows } from "#db/client.server.ts";
import { users } from "../accounts/tables.ts";
import { isConfirmed } from "../newsletter/subscribers.server.ts";
import { subscribers } from "../newsletter/tables.ts";
import { customers } from "./tables.ts";
import { type ScannedRow, type ScanPage, toScanPage, continueScan } from "#db/scan.server.ts";
import type { CustomerFilter, CustomerQuery } from "./customer.ts";

/** How many customers one statement scans. */
const SCAN_LIMIT = 2000;
/** How many index hits are sorted at most; more frequent hits are found sooner by scanning. */
const SORT_LIMIT = 10_000;

const columns = {
  since: customers.since,
  orders: customers.orders,
  spent: customers.spentCents,
};

const types = { since: sql`timestamptz`, orders: sql`bigint`, spent: sql`bigint` };

const filters: Record<CustomerFilter, SQL> = {
  bought: sql`${customers.spentCents} > 0`,
  "never-bought": sql`${customers.spentCents} = 0`,
  blocked: sql`exists (
    select from ${users} where ${users.id} = ${customers.userId} and ${users.blockedAt} is not null)`,
  newsletter: sql`exists (
    select from ${subscribers} where ${subscribers.email} = ${customers.email} and ${isConfirmed})`,
};

type Query = Pick<CustomerQuery, "search" | "filter" | "sort" | "descending">;

/** The requested part of the list, and the signal that aborts the search. */
interface PageRequest {
  /** The email of a customer that may be gone, which makes it the first page; or a place in the list, which stays. */
  after: string | ListPlace | null;
  backwards: boolean;
  limit: number;
  signal?: AbortSignal | undefined;
}

/** A place in the list, made of values: it is there when its customer is deleted. */
export interface ListPlace {
  email: string;
  /** The value that the list is sorted by, as text of the database. */
  value: string;
}

type Found = ListPlace;

/**
 * Returns up to `limit` emails after `after` in the list, or before it with `backwards`, nearest first. A search scans
 * part of the list first, which finds frequent hits, and then uses the index, which finds rare ones: the planner cannot
 * know which they are. If there are too many index hits to sort, it continues the scan. Rejects when `signal` aborts.
 */
export async function findEmails(db: Db, query: Query, page: PageRequest): Promise<string[]> {
  const found = await findPlaces(db, query, page);
  return found.map(({ email }) => email);
}

/** Returns the same as `findEmails`, with the places of the customers in the list. */
export async function findPlaces(db: Db, query: Query, page: PageRequest): Promise<Found[]> {
  const { limit, signal } = page;
  const words = wordsOf(query.search);
  if (words.length === 0) {
    const { where, order } = keysetOf(query, page);
    return queryRows<Found>(
      db,
      sql`select email, ${columns[query.sort]}::text as value from ${customers} where ${where} order by ${order} limit ${limit}`,
    );
  }
  const { match, indexed } = matches(words);
  const near = await scanList(db, query, match, page);
  if (near.found.length === limit || !near.next) return near.found;
  const hits = indexed ? await searchIndex(db, query, match, page) : null;
  if (hits) return hits;
  return continueScan<Found>(near, {
    scan: (after, wanted) => scanList(db, query, match, { ...page, after, limit: wanted }),
    keyOf: ({ email }) => email,
    limit,
    signal,
  });
}

/** Scans the next `SCAN_LIMIT` customers of the list for hits. */
async function scanList(
  db: Db,
  query: Query,
  match: SQL,
  page: PageRequest,
): Promise<ScanPage<Found>> {
  const { limit } = page;
  const { where, order, down } = keysetOf(query, page);
  // Sorted by the columns of the index, so that PostgreSQL does not sort, and stops with the last hit needed.
  const sorted = down ? sql`at desc, email desc` : sql`at, email`;
  const scanned = await queryRows<ScannedRow<Found>>(
    db,
    sql`select email, at::text as value, hit, place = ${SCAN_LIMIT} as "isLast" from (
      select *, row_number() over () as place from (
        select ${customers.email} as email, ${columns[query.sort]} as at, ${match} as hit
        from ${customers} where ${where} order by ${order} limit ${SCAN_LIMIT}
      ) near order by ${sorted}
    ) numbered where hit or place = ${SCAN_LIMIT} order by ${sorted} limit ${limit}`,
  );
  return toScanPage(scanned, limit);
}

/** Finds hits by the index; null if there are too many to sort. */
async function searchIndex(
  db: Db,
  query: Query,
  match: SQL,
  page: PageRequest,
): Promise<Found[] | null> {
  const { where, down } = keysetOf(query, page);
  const hits = await queryRows<Found & { hits: number }>(
    db,
    sql`with hits as materialized (
      select ${customers.email} as email, ${columns[query.sort]} as value
      from ${customers} where ${match} and ${where} limit ${SORT_LIMIT + 1}
    )
    select email, value::text as value, (select count(*)::int from hits) as hits from hits
    order by ${down ? sql`hits.value desc, hits.email desc` : sql`hits.value, hits.email`} limit ${page.limit}`,
  );
  return (hits[0]?.hits ?? 0) <= SORT_LIMIT ? hits : null;
}

/** Returns the condition and order of the filtered list after `after`, without the search. */
function keysetOf(
  { filter, sort, descending }: Query,
  { after, backwards }: PageRequest,
): { where: SQL; order: SQL; down: boolean } {
  const column = columns[sort];
  const down = descending !== backwards;
  const place =
    typeof after === "string"
      ? sql`select ${column}, ${customers.email} from ${customers} where ${customers.email} = ${after}`
      : sql`select ${after?.value}::text::${types[sort]}, ${after?.email}::text`;
  const beyond = sql`(${column}, ${customers.email}) ${down ? sql`<` : sql`>`} (${place})`;
  const within = filter ? filters[filter] : sql`true`;
  return {
    where: after ? sql`${within} and ${beyond}` : within,
    order: down ? sql`${column} desc, ${customers.email} desc` : sql`${column}, ${customers.email}`,
    down,
  };
}

/**
 * Returns the condition that a customer contains every word of the search, in any order, on the expression of the index
 * `customers_search`. A trigram index needs three letters or digits in a row; a single shorter word is searched at the
 * beginning of words, which it supports as well.
 */
function matches(words: readonly string[]): { match: SQL; indexed: boolean } {
  const haystack = sql`(${customers.email} || chr(10) || lower(coalesce(${customers.name}, '')))`;
  const like = (before: string, word: string) =>
    sql`${haystack} like lower(${`${before}${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`;
  const [first = ""] = words;
  if (words.length > 1 || !/^[\p{L}\p{N}]{1,2}$/u.test(first)) {
    const conditions = words.map((word) => like("%", word));
    return {
      match: sql`(${sql.join(conditions, sql` and `)})`,
      indexed: words.some((word) => /[\p{L}\p{N}]{3}/u.test(word)),
    };
  }
  const beginnings = ["", "%\n", "% ", "%.", "%@"].map((before) => like(before, first));
  return { match: sql`(${sql.join(beginnings, sql` or `)})`, indexed: true };
}

/** Splits at spaces. Removes control characters; line breaks separate the searched fields. */
function wordsOf(search: string): string[] {
  return search
    .replaceAll(/\p{Cc}/gu, "")
    .split(/\s+/)
    .filter(Boolean);
}
