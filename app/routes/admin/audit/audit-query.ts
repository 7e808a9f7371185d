import { href } from "react-router";
import { z } from "zod";
import { auditPeriods, auditSubjects, type AuditQuery } from "#shop/audit/audit.ts";

const TEXT_MAX = 320;
const text = z
  .string()
  .transform((given) => given.trim().slice(0, TEXT_MAX))
  .catch("");
const entry = z.coerce
  .number()
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)
  .nullable()
  .catch(null);

/** Invalid parameters are ignored: URLs are typed by hand and bookmarked. */
const querySchema = z.object({
  q: text,
  actor: text,
  kind: z.enum(auditSubjects).nullable().catch(null),
  date: z.enum(auditPeriods).catch("all"),
  after: entry,
  before: entry,
});

/** Parses the search parameters of the audit log. */
export function parseAuditQuery(params: URLSearchParams): AuditQuery {
  const { q, actor, kind, date, after, before } = querySchema.parse(Object.fromEntries(params));
  const ends = before === null ? null : { side: "before" as const, key: before };
  return {
    subjectId: q,
    actorEmail: actor || null,
    kind,
    period: date,
    cursor: after === null ? ends : { side: "after", key: after },
  };
}

/** Returns the URL of a page of the audit log. */
export function auditPath(query: AuditQuery): string {
  const params = new URLSearchParams();
  if (query.subjectId) params.set("q", query.subjectId);
  if (query.actorEmail) params.set("actor", query.actorEmail);
  if (query.kind) params.set("kind", query.kind);
  if (query.period !== "all") params.set("date", query.period);
  if (query.cursor) params.set(query.cursor.side, String(query.cursor.key));
  return params.size > 0 ? `${href("/admin/audit")}?${params}` : href("/admin/audit");
}
