import { href } from "react-router";
import { z } from "zod";
import { EMAIL_MAX } from "#lib/email.ts";
import { mailAudiences, mailFilters, type MailQuery } from "#shop/mail/mail-list.ts";

export const SEARCH_MAX = EMAIL_MAX;
const key = z
  .string()
  .max(400)
  .regex(/^\P{Cc}+$/u)
  .nullable()
  .catch(null);

/** Invalid parameters are ignored: URLs are typed by hand and bookmarked. */
const querySchema = z.object({
  q: z
    .string()
    .transform((text) => text.trim().slice(0, SEARCH_MAX))
    .catch(""),
  state: z.enum(mailFilters).nullable().catch(null),
  to: z.enum(mailAudiences).nullable().catch(null),
  after: key,
  before: key,
});

/** Parses the search parameters of the list. */
export function parseMailQuery(params: URLSearchParams): MailQuery {
  const { q, state, to, after, before } = querySchema.parse(Object.fromEntries(params));
  const ends = before === null ? null : { side: "before" as const, key: before };
  return {
    search: q,
    state,
    audience: to,
    cursor: after === null ? ends : { side: "after", key: after },
  };
}

/** Returns the URL of the list. */
export function mailsPath(query: Partial<MailQuery>): string {
  const params = new URLSearchParams();
  if (query.search) params.set("q", query.search);
  if (query.state) params.set("state", query.state);
  if (query.audience) params.set("to", query.audience);
  if (query.cursor) params.set(query.cursor.side, query.cursor.key);
  return params.size > 0 ? `${href("/admin/mails")}?${params}` : href("/admin/mails");
}
