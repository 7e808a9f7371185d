import { href } from "react-router";
import { z } from "zod";
import { EMAIL_MAX } from "#lib/email.ts";
import {
  customerFilters,
  type CustomerQuery,
  type CustomerSort,
  customerSorts,
} from "#shop/customers/customer.ts";

const SEARCH_MAX = 100;
const email = z.string().max(EMAIL_MAX).nullable().catch(null);
const sorts = customerSorts.flatMap((sort) => [sort, `-${sort}`] as const);

/** Invalid parameters are ignored: URLs are typed by hand and bookmarked. */
const querySchema = z.object({
  q: z
    .string()
    .transform((text) => text.trim().slice(0, SEARCH_MAX))
    .catch(""),
  only: z.enum(customerFilters).nullable().catch(null),
  sort: z.enum(sorts).catch("-since"),
  after: email,
  before: email,
});

/** Parses the search parameters of the list. */
export function parseCustomerQuery(params: URLSearchParams): CustomerQuery {
  const { q, only, sort, after, before } = querySchema.parse(Object.fromEntries(params));
  const by = customerSorts.find((name) => sort.endsWith(name)) ?? "since";
  const ends = before === null ? null : { side: "before" as const, key: before };
  return {
    search: q,
    filter: only,
    sort: by,
    descending: sort.startsWith("-"),
    cursor: after === null ? ends : { side: "after", key: after },
  };
}

/** Returns the `sort` parameter; empty for the default order. */
export function sortText({ sort, descending }: CustomerQuery): string {
  return sort === "since" && descending ? "" : `${descending ? "-" : ""}${sort}`;
}

function searchOf(query: CustomerQuery): string {
  const params = new URLSearchParams();
  if (query.search) params.set("q", query.search);
  if (query.filter) params.set("only", query.filter);
  if (sortText(query)) params.set("sort", sortText(query));
  if (query.cursor) params.set(query.cursor.side, query.cursor.key);
  return params.size > 0 ? `?${params}` : "";
}

/** Returns the URL of the list. */
export function customersPath(query: CustomerQuery): string {
  return `${href("/admin/customers")}${searchOf(query)}`;
}

/** Returns the URL of the export of the list. */
export function customersExportPath(query: CustomerQuery): string {
  return `${href("/admin/customers/export")}${searchOf({ ...query, cursor: null })}`;
}

/** Returns the URL of a customer's panel, beside the list of `query`. */
export function customerPath(address: string, query?: CustomerQuery): string {
  const path = href("/admin/customers/:email", { email: address });
  return query ? `${path}${searchOf(query)}` : path;
}

/** Sorts by `sort`, descending first; reverses the order if the list is sorted by it already. */
export function sortedBy(query: CustomerQuery, sort: CustomerSort): CustomerQuery {
  const descending = query.sort === sort ? !query.descending : true;
  return { ...query, sort, descending, cursor: null };
}
