import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { customers } from "#db/schema/reports.server.ts";
import type { CustomerQuery } from "./customer.ts";

/** So many customers are looked through one by one before the index is asked. */
const NEAR = 2000;
/** So many hits are sorted; with more, they are so frequent that walking on finds them soon. */
const SORTED = 10_000;

const columns = {
  since: customers.since,
  orders: customers.orders,
  spent: customers.spentCents,
};

/**
 * The emails that follow `after` in the list, or come before it with `backwards`: nearest first, up to
 * `limit`. A search walks along the list for a while, which finds what is frequent, and only then asks the
 * index, which finds what is rare: the planner cannot know which it is.
 */
export async function takeEmails(
  db: Db,
  query: Pick<CustomerQuery, "search" | "sort" | "descending">,
  taking: { after: string | null; backwards: boolean; limit: number },
): Promise<string[]> {
  const { after, limit } = taking;
  const column = columns[query.sort];
  const down = query.descending !== taking.backwards;
  const order = down
    ? sql`${column} desc, ${customers.email} desc`
    : sql`${column}, ${customers.email}`;
  const beyond = after
    ? sql`(${column}, ${customers.email}) ${down ? sql`<` : sql`>`} (
        select ${column}, ${customers.email} from ${customers} where ${customers.email} = ${after})`
    : sql`true`;
  const walk = (condition: SQL) =>
    emails(
      db,
      sql`select email from ${customers} where ${beyond} and ${condition} order by ${order} limit ${limit}`,
    );

  const term = plain(query.search);
  if (!term) return walk(sql`true`);
  const { match, indexed } = matches(term);
  const near = await emails(
    db,
    sql`select email from (
      select ${customers.email} as email, ${match} as hit, row_number() over (order by ${order}) as place
      from ${customers} where ${beyond} order by ${order} limit ${NEAR}
    ) near where hit order by place limit ${limit}`,
  );
  if (near.length === limit) return near;
  if (!indexed) return walk(match);
  const hits = await rows<{ email: string; hits: number }>(
    db,
    sql`with hits as materialized (
      select ${customers.email} as email, ${column} as value
      from ${customers} where ${match} and ${beyond} limit ${SORTED + 1}
    )
    select email, (select count(*)::int from hits) as hits from hits
    order by ${down ? sql`value desc, email desc` : sql`value, email`} limit ${limit}`,
  );
  if ((hits[0]?.hits ?? 0) <= SORTED) return hits.map(({ email }) => email);
  return walk(match);
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

async function emails(db: Db, query: SQL): Promise<string[]> {
  return (await rows<{ email: string }>(db, query)).map(({ email }) => email);
}

/** Rows of a raw query; both drivers give them under `rows`. */
async function rows<Row extends Record<string, unknown>>(db: Db, query: SQL): Promise<Row[]> {
  const result: unknown = await db.execute<Row>(query);
  return (result as { rows: Row[] }).rows;
}
