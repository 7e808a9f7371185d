import { z } from "zod";
import { dateSchema } from "#lib/form.ts";
import type { Cursor } from "#lib/paging.ts";

/** A filter of a list: a text to search for, with its greatest length, one of a few values, or a day. */
type Filter = { max: number } | readonly string[] | "day";
export type Filters = Readonly<Record<string, Filter>>;

/** The chosen value of each filter, null for all; an empty text for no search. */
type FilterValues<F extends Filters> = {
  [Name in keyof F]: F[Name] extends readonly (infer Value)[]
    ? Value | null
    : F[Name] extends "day"
      ? string | null
      : string;
};

export type ListQuery<F extends Filters, Key> = FilterValues<F> & { cursor: Cursor<Key> | null };

interface ListRecord<F extends Filters, Key> {
  /** Where the list is. */
  path: string;
  /** The filters, by the names of their search parameters. */
  filters: F;
  /** Reads the key of the row that a page begins after or ends before. */
  key: z.ZodType<Key>;
}

/** A list in pages, whose filters and position are in its URL. */
export interface List<F extends Filters, Key> extends ListRecord<F, Key> {
  /** Reads search parameters. Invalid ones are ignored: URLs are typed by hand and bookmarked. */
  parse: (params: URLSearchParams) => ListQuery<F, Key>;
  /** The greatest length of what is searched for. */
  searchMax: number | undefined;
  /** Returns the search parameters of a query, such as `?q=anna`; empty for the whole list. */
  searchOf: (query: Partial<ListQuery<F, Key>>, more?: Readonly<Record<string, string>>) => string;
  /** Returns the URL of a page of the list. */
  to: (query: Partial<ListQuery<F, Key>>, more?: Readonly<Record<string, string>>) => string;
}

/** Describes a list by its filters and the key of its pages. */
export function list<const F extends Filters, Key>(record: ListRecord<F, Key>): List<F, Key> {
  const { path, filters, key } = record;
  const parse: List<F, Key>["parse"] = (params) => {
    const values = Object.entries<Filter>(filters).map(([name, filter]) => [
      name,
      valueOf(filter, params.get(name)),
    ]);
    return {
      ...(Object.fromEntries(values) as FilterValues<F>),
      cursor: cursorAt("after", params, key) ?? cursorAt("before", params, key),
    };
  };
  const searchOf: List<F, Key>["searchOf"] = ({ cursor, ...values }, more = {}) => {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...values, ...more }))
      if (value) params.set(name, value);
    if (cursor) params.set(cursor.side, String(cursor.key));
    return params.size > 0 ? `?${params}` : "";
  };
  const search = Object.values<Filter>(filters).find(isSearch);
  return {
    ...record,
    parse,
    searchMax: search?.max,
    searchOf,
    to: (query, more) => `${path}${searchOf(query, more)}`,
  };
}

function isSearch(filter: Filter): filter is { max: number } {
  return typeof filter === "object" && "max" in filter;
}

const day = dateSchema("no date");

function valueOf(filter: Filter, given: string | null): string | null {
  if (isSearch(filter)) return (given ?? "").trim().slice(0, filter.max);
  if (filter === "day") return day.safeParse(given).data ?? null;
  return given !== null && filter.includes(given) ? given : null;
}

function cursorAt<Key>(
  side: Cursor<Key>["side"],
  params: URLSearchParams,
  key: z.ZodType<Key>,
): Cursor<Key> | null {
  const read = z.safeParse(key, params.get(side) ?? undefined);
  return read.success ? { side, key: read.data } : null;
}

/** Whether any filter of a query is set. */
export function isFiltered({ cursor: _, ...values }: { cursor: unknown }): boolean {
  return Object.values(values).some(Boolean);
}

/** The key of rows that are numbered. */
export const numberKey = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** Returns the values of a filter `sort`: each order by its name, descending behind a hyphen. */
export function sortsOf<const Sort extends string>(sorts: readonly Sort[]) {
  return sorts.flatMap((sort) => [sort, `-${sort}`] as const);
}

/** Reads the value of a filter `sort`; without one, the list is in descending order of `first`. */
export function readSort<Sort extends string>(
  text: Sort | `-${Sort}` | null,
  first: Sort,
): { sort: Sort; descending: boolean } {
  const given = text ?? `-${first}`;
  const descending = given.startsWith("-");
  return { sort: (descending ? given.slice(1) : given) as Sort, descending };
}

/** Returns the head of a column that sorts a list: descending first, and then the reverse of what is shown. */
export function sortHead<Sort extends string>(
  current: { sort: Sort; descending: boolean },
  name: Sort,
  to: (sort: Sort | `-${Sort}`) => string,
) {
  const isCurrent = current.sort === name;
  const direction = current.descending ? ("descending" as const) : ("ascending" as const);
  return {
    to: to(isCurrent && current.descending ? name : `-${name}`),
    direction: isCurrent ? direction : null,
  };
}
