import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { queryRows } from "#db/query.server.ts";
import { customers } from "./tables.ts";
import { type ScannedRow, type ScanPage, toScanPage, continueScan } from "#db/scan.server.ts";
import type { CustomerQuery } from "./customer.ts";

/** So many customers one statement looks through one by one. */
const NEAR = 2000;
/** So many hits are sorted; with more, they are so frequent that walking on finds them soon. */
const SORTED = 10_000;

const columns = {
  since: customers.since,
  orders: customers.orders,
  spent: customers.spentCents,
};

type Query = Pick<CustomerQuery, "search" | "sort" | "descending">;

/** Which part of the list is wanted, and when nobody waits for it any more. */
interface Taking {
  after: string | null;
  backwards: boolean;
  limit: number;
  signal?: AbortSignal | undefined;
}

interface Found {
  email: string;
}

/**
 * The emails that follow `after` in the list, or come before it with `backwards`: nearest first, up to
 * `limit`. A search walks along the list for a while, which finds what is frequent, and only then asks the
 * index, which finds what is rare: the planner cannot know which it is. Where that does not help either it walks on;
 * it rejects when the signal says that nobody waits any more.
 */
export async function takeEmails(db: Db, query: Query, taking: Taking): Promise<string[]> {
  const found = await take(db, query, taking);
  return found.map(({ email }) => email);
}

async function take(db: Db, query: Query, taking: Taking): Promise<Found[]> {
  const { limit, signal } = taking;
  const term = plain(query.search);
  if (!term) {
    const { where, order } = walk(query, taking);
    return queryRows<Found>(
      db,
      sql`select email from ${customers} where ${where} order by ${order} limit ${limit}`,
    );
  }
  const { match, indexed } = matches(term);
  const near = await lookNear(db, query, match, taking);
  if (near.found.length === limit || !near.next) return near.found;
  const hits = indexed ? await askIndex(db, query, match, taking) : null;
  if (hits) return hits;
  return continueScan<Found>(near, {
    scan: ({ email }, wanted) =>
      lookNear(db, query, match, { ...taking, after: email, limit: wanted }),
    keyOf: ({ email }) => email,
    limit,
    signal,
  });
}

/** The hits among so many customers as are looked through one by one. */
async function lookNear(
  db: Db,
  query: Query,
  match: SQL,
  taking: Taking,
): Promise<ScanPage<Found>> {
  const { limit } = taking;
  const { where, order, down } = walk(query, taking);
  // By the columns of the index each time: so it is known to be sorted, and ends with the last hit needed.
  const sorted = down ? sql`at desc, email desc` : sql`at, email`;
  const looked = await queryRows<ScannedRow<Found>>(
    db,
    sql`select email, hit, place = ${NEAR} as "isLast" from (
      select *, row_number() over () as place from (
        select ${customers.email} as email, ${columns[query.sort]} as at, ${match} as hit
        from ${customers} where ${where} order by ${order} limit ${NEAR}
      ) near order by ${sorted}
    ) numbered where hit or place = ${NEAR} order by ${sorted} limit ${limit}`,
  );
  return toScanPage(looked, limit);
}

/** What the index finds; null when that is too much to be sorted. */
async function askIndex(db: Db, query: Query, match: SQL, taking: Taking): Promise<Found[] | null> {
  const { where, down } = walk(query, taking);
  const hits = await queryRows<Found & { hits: number }>(
    db,
    sql`with hits as materialized (
      select ${customers.email} as email, ${columns[query.sort]} as value
      from ${customers} where ${match} and ${where} limit ${SORTED + 1}
    )
    select email, (select count(*)::int from hits) as hits from hits
    order by ${down ? sql`value desc, email desc` : sql`value, email`} limit ${taking.limit}`,
  );
  return (hits[0]?.hits ?? 0) <= SORTED ? hits : null;
}

/** What follows `after` in the list, whatever is searched for: as a condition, and the order to take it in. */
function walk(
  { sort, descending }: Query,
  { after, backwards }: Taking,
): { where: SQL; order: SQL; down: boolean } {
  const column = columns[sort];
  const down = descending !== backwards;
  const beyond = sql`(${column}, ${customers.email}) ${down ? sql`<` : sql`>`} (
    select ${column}, ${customers.email} from ${customers} where ${customers.email} = ${after})`;
  return {
    where: after ? beyond : sql`true`,
    order: down ? sql`${column} desc, ${customers.email} desc` : sql`${column}, ${customers.email}`,
    down,
  };
}

/**
 * On exactly the expression of the index `customers_search`. That one knows three letters or digits in a
 * row, and the beginnings of words, which is where a shorter text is looked for.
 */
function matches(term: string): { match: SQL; indexed: boolean } {
  const haystack = sql`(${customers.email} || chr(10) || lower(coalesce(${customers.name}, '')))`;
  const escaped = term.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const like = (pattern: string) => sql`${haystack} like lower(${pattern})`;
  if (!/^[\p{L}\p{N}]{1,2}$/u.test(term))
    return { match: like(`%${escaped}%`), indexed: /[\p{L}\p{N}]{3}/u.test(term) };
  const beginnings = ["", "%\n", "% ", "%.", "%@"].map((before) => like(`${before}${escaped}%`));
  return { match: sql`(${sql.join(beginnings, sql` or `)})`, indexed: true };
}

/** Without line breaks, which part the fields that are searched, and other letters nobody can type. */
function plain(search: string): string {
  return search.replaceAll(/\p{Cc}/gu, "").trim();
}
