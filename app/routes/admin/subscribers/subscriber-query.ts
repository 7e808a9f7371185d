import { href } from "react-router";
import { z } from "zod";
import { isUuid } from "#lib/text.ts";
import { type SubscriberQuery, subscriberStates } from "#shop/newsletter/subscriber.ts";

export const SEARCH_MAX = 100;
const id = z.string().refine(isUuid).nullable().catch(null);

/** Invalid parameters are ignored: URLs are typed by hand and bookmarked. */
const querySchema = z.object({
  q: z
    .string()
    .transform((text) => text.trim().slice(0, SEARCH_MAX))
    .catch(""),
  state: z.enum(subscriberStates).nullable().catch(null),
  after: id,
  before: id,
});

/** Parses the search parameters of the list. */
export function parseSubscriberQuery(params: URLSearchParams): SubscriberQuery {
  const { q, state, after, before } = querySchema.parse(Object.fromEntries(params));
  const ends = before === null ? null : { side: "before" as const, key: before };
  return { search: q, state, cursor: after === null ? ends : { side: "after", key: after } };
}

/** Returns the URL of the list. */
export function subscribersPath(query: SubscriberQuery, more: Record<string, string> = {}): string {
  const params = searchOf(query);
  for (const [name, value] of Object.entries(more)) params.set(name, value);
  return withSearch(href("/admin/newsletter/subscribers"), params);
}

/** Returns the URL of the CSV export of the list. */
export function subscribersExportPath(query: SubscriberQuery): string {
  return withSearch(
    href("/admin/newsletter/subscribers/export"),
    searchOf({ ...query, cursor: null }),
  );
}

function searchOf(query: SubscriberQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (query.search) params.set("q", query.search);
  if (query.state) params.set("state", query.state);
  if (query.cursor) params.set(query.cursor.side, query.cursor.key);
  return params;
}

function withSearch(path: string, params: URLSearchParams): string {
  return params.size > 0 ? `${path}?${params}` : path;
}
