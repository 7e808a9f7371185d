import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { escapeLike, findPlaces, type Place, wordsOf } from "#db/keyset-search.server.ts";
import { users } from "../accounts/tables.ts";
import { isConfirmed } from "../newsletter/subscribers.server.ts";
import { subscribers } from "../newsletter/tables.ts";
import { customers } from "./tables.ts";
import type { CustomerFilter, CustomerQuery } from "./customer.ts";

/** How many customers one statement scans. */
const SCAN_LIMIT = 2000;
/** How many index hits are sorted at most. */
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

/** A customer's place in the list: the email, and the value that it is sorted by, as text of the database. */
export type ListPlace = Place<string>;

/** Returns the emails of a page of the list (`findPlaces`). Rejects when `signal` aborts. */
export async function findEmails(db: Db, query: Query, page: PageRequest): Promise<string[]> {
  const found = await findCustomers(db, query, page);
  return found.map(({ id }) => id);
}

/** Returns the same as `findEmails`, with the places of the customers in the list. */
export async function findCustomers(
  db: Db,
  { search, filter, sort, descending }: Query,
  { after, ...part }: PageRequest,
): Promise<ListPlace[]> {
  const words = wordsOf(search);
  const column = columns[sort];
  const rowOf = ({ value, id }: ListPlace) =>
    sql`select ${value}::text::${types[sort]}, ${id}::text`;
  const list = {
    table: customers,
    id: customers.email,
    sortedBy: column,
    descending,
    where: filter ? filters[filter] : sql`true`,
    search: words.length === 0 ? null : matches(words),
    scanLimit: SCAN_LIMIT,
    sortLimit: SORT_LIMIT,
    valueOf: (stored: SQLWrapper) => sql`${stored}::text`,
    rowOf,
  };
  const row =
    typeof after === "string"
      ? sql`select ${column}, ${customers.email} from ${customers} where ${customers.email} = ${after}`
      : after && rowOf(after);
  return findPlaces<string>(db, list, { ...part, after: row });
}

/**
 * Returns the condition that a customer contains every word of the search, in any order, on the expression of the index
 * `customers_search`. A trigram index needs three letters or digits in a row; a single shorter word is searched at the
 * beginning of words, which it supports as well.
 */
function matches(words: readonly string[]): { match: SQL; isIndexed: boolean } {
  const haystack = sql`(${customers.email} || chr(10) || lower(coalesce(${customers.name}, '')))`;
  const like = (before: string, word: string) =>
    sql`${haystack} like lower(${`${before}${escapeLike(word)}%`})`;
  const [first = ""] = words;
  if (words.length > 1 || !/^[\p{L}\p{N}]{1,2}$/u.test(first)) {
    const conditions = words.map((word) => like("%", word));
    return {
      match: sql`(${sql.join(conditions, sql` and `)})`,
      isIndexed: words.some((word) => /[\p{L}\p{N}]{3}/u.test(word)),
    };
  }
  const beginnings = ["", "%\n", "% ", "%.", "%@"].map((before) => like(before, first));
  return { match: sql`(${sql.join(beginnings, sql` or `)})`, isIndexed: true };
}
