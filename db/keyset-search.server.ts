import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Db, queryRows } from "./client.server.ts";
import { continueScan, type ScannedRow, type ScanPage, toScanPage } from "./scan.server.ts";

/** A row's place in a sorted list. It is made of values, and stays when the row is deleted. */
export interface Place<Value> {
  value: Value;
  /** The tie-breaker. */
  id: string;
}

/** A sorted and filtered list of the rows of a table, and what is searched in it. */
export interface SearchedList<Value> {
  table: SQLWrapper;
  id: SQLWrapper;
  /** The column that the list is sorted by; an index has it together with `id`. */
  sortedBy: SQLWrapper;
  descending: boolean;
  /** The condition of the filters. */
  where: SQL;
  /** The condition of the searched text, and whether a trigram index can find it; null without one. */
  search: { match: SQL; isIndexed: boolean } | null;
  /** How many rows one statement scans. */
  scanLimit: number;
  /** How many hits of the index are sorted at most; more frequent ones are found sooner by scanning. */
  sortLimit: number;
  /** Converts a stored value of `sortedBy` to that of a place. */
  valueOf: (stored: SQLWrapper) => SQL;
  /** Converts a place to a row of `sortedBy` and `id`. */
  rowOf: (place: Place<Value>) => SQL;
}

/** The requested part of a list. */
interface Part {
  /** The row of `sortedBy` and `id` that it follows; null for the beginning. */
  after: SQL | null;
  backwards: boolean;
  limit: number;
}

/**
 * Returns the places of up to `limit` rows after a row, or before it with `backwards`, nearest first. Keyset pagination: the
 * cost does not depend on the depth in the list.
 *
 * A frequent text is found fast by a scan in the order of the list, a rare one by the trigram index; each plan is slow for the
 * other kind, and the planner cannot estimate which it is. This scans a limited number of rows first, then uses the index,
 * and continues the scan only when the index has too many hits. Rejects when the signal is aborted.
 */
export async function findPlaces<Value>(
  db: Db,
  list: SearchedList<Value>,
  { signal, ...part }: Part & { signal?: AbortSignal | undefined },
): Promise<Place<Value>[]> {
  const { table, id, sortedBy, search } = list;
  const { limit } = part;
  if (!search) {
    const { where, order } = keysetOf(list, part);
    return queryRows<Place<Value>>(
      db,
      sql`select ${id} as id, ${list.valueOf(sortedBy)} as value from ${table} where ${where} order by ${order} limit ${limit}`,
    );
  }
  const near = await scan(db, list, search.match, part);
  if (near.found.length === limit || !near.next) return near.found;
  const hits = search.isIndexed ? await searchIndex(db, list, search.match, part) : null;
  if (hits) return hits;
  return continueScan<Place<Value>>(near, {
    scan: (place, wanted) =>
      scan(db, list, search.match, { ...part, after: list.rowOf(place), limit: wanted }),
    keyOf: (place) => place.id,
    limit,
    signal,
  });
}

/** Returns the hits among the next `scanLimit` rows. */
async function scan<Value>(
  db: Db,
  list: SearchedList<Value>,
  match: SQL,
  part: Part,
): Promise<ScanPage<Place<Value>>> {
  const { table, id, sortedBy, scanLimit } = list;
  const { where, order, down } = keysetOf(list, part);
  // Every level sorts by the columns of the index, so PostgreSQL skips the sort and stops at the last hit. The value is
  // computed for hits only: for all rows it would take half of the time.
  const sorted = down ? sql`at desc, id desc` : sql`at, id`;
  const scanned = await queryRows<ScannedRow<Place<Value>>>(
    db,
    sql`select id, ${list.valueOf(sql`at`)} as value, hit, place = ${scanLimit} as "isLast" from (
      select *, row_number() over () as place from (
        select ${id} as id, ${sortedBy} as at, ${match} as hit
        from ${table} where ${where} order by ${order} limit ${scanLimit}
      ) near order by ${sorted}
    ) numbered where hit or place = ${scanLimit} order by ${sorted} limit ${part.limit}`,
  );
  return toScanPage(scanned, part.limit);
}

/** Returns the hits of the trigram index, or null when there are too many to sort. */
async function searchIndex<Value>(
  db: Db,
  list: SearchedList<Value>,
  match: SQL,
  part: Part,
): Promise<Place<Value>[] | null> {
  const { table, id, sortedBy, sortLimit } = list;
  const { where, down } = keysetOf(list, part);
  const hits = await queryRows<Place<Value> & { hits: number }>(
    db,
    sql`with hits as materialized (
      select ${id} as id, ${sortedBy} as at from ${table} where ${where} and ${match} limit ${sortLimit + 1}
    )
    select id, ${list.valueOf(sql`at`)} as value, (select count(*)::int from hits) as hits
    from hits order by ${down ? sql`at desc, id desc` : sql`at, id`} limit ${part.limit}`,
  );
  return (hits[0]?.hits ?? 0) <= sortLimit ? hits : null;
}

/** Returns the condition and the order of a part of the list, without the search. */
function keysetOf<Value>(
  { id, sortedBy, descending, where }: SearchedList<Value>,
  { after, backwards }: Part,
): { where: SQL; order: SQL; down: boolean } {
  const down = descending !== backwards;
  const beyond = sql`(${sortedBy}, ${id}) ${down ? sql`<` : sql`>`} (${after})`;
  return {
    where: after ? sql`${where} and ${beyond}` : where,
    order: down ? sql`${sortedBy} desc, ${id} desc` : sql`${sortedBy}, ${id}`,
    down,
  };
}

/** Splits a search at spaces. Removes control characters: line breaks separate the searched fields. */
export function wordsOf(search: string): string[] {
  return search
    .replaceAll(/\p{Cc}/gu, "")
    .split(/\s+/)
    .filter(Boolean);
}

/** Returns a text as it stands in a pattern of `like`. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
