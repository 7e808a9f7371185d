import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Db, queryRows, startOfDay } from "#db/client.server.ts";
import { auditLog } from "./tables.ts";
import { addDays, localDate, monthBefore } from "#lib/days.ts";
import { pageAt } from "#lib/paging.ts";
import { readSettings } from "../settings/settings.server.ts";
import { type AuditPage, type AuditPeriod, type AuditQuery, auditSubjects } from "./audit.ts";
import { auditActionNames } from "./audit-actions.ts";

const newestFirst = [desc(auditLog.at), desc(auditLog.id)];

/** Lists a page of the audit log, newest first. */
export async function listAudit(
  db: Db,
  query: AuditQuery & { perPage: number; now: Date },
): Promise<AuditPage> {
  const filter = await conditionsOf(db, query);
  const { keys, previous, next } = await pageAt<number>(
    async ({ after, backwards, limit }) => {
      const rows = await db
        .select({ id: auditLog.id })
        .from(auditLog)
        .where(and(...filter, after === null ? undefined : beyond(after, backwards)))
        .orderBy(...(backwards ? [asc(auditLog.at), asc(auditLog.id)] : newestFirst))
        .limit(limit);
      return rows.map(({ id }) => id);
    },
    query.cursor,
    query.perPage,
  );
  const rows = await db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.id, [...keys]))
    .orderBy(...newestFirst);
  return { entries: rows.map(({ actorId: _, ...entry }) => entry), previous, next };
}

/**
 * Lists the emails of all actors. A loose index scan, because there are many entries and few actors:
 * https://wiki.postgresql.org/wiki/Loose_indexscan
 */
export async function listActors(db: Db): Promise<string[]> {
  const rows = await queryRows<{ email: string }>(
    db,
    sql`
    with recursive actors as (
      (select ${auditLog.actorEmail} as email from ${auditLog} order by ${auditLog.actorEmail} limit 1)
      union all
      select (
        select ${auditLog.actorEmail} from ${auditLog} where ${auditLog.actorEmail} > actors.email
        order by ${auditLog.actorEmail} limit 1
      ) from actors where actors.email is not null
    )
    select email from actors where email is not null`,
  );
  return rows.map(({ email }) => email);
}

function beyond(id: number, backwards: boolean): SQL {
  return sql`(${auditLog.at}, ${auditLog.id}) ${backwards ? sql`>` : sql`<`} (
    select ${auditLog.at}, ${auditLog.id} from ${auditLog} where ${auditLog.id} = ${id})`;
}

async function conditionsOf(
  db: Db,
  { actorEmail, kind, subjectId, period, now }: AuditQuery & { now: Date },
): Promise<(SQL | undefined)[]> {
  const { timeZone } = await readSettings(db);
  const from = firstDayOf(period, localDate(now, timeZone));
  const id = subjectId.replaceAll(/\p{Cc}/gu, "").trim();
  return [
    actorEmail === null ? undefined : eq(auditLog.actorEmail, actorEmail),
    kind === null
      ? undefined
      : inArray(
          auditLog.action,
          auditActionNames.filter((action) => action.startsWith(`${kind}.`)),
        ),
    // Order ids are upper case, emails lower case. The condition on `subject` makes the index usable.
    id === ""
      ? undefined
      : and(
          inArray(auditLog.subject, auditSubjects),
          inArray(auditLog.subjectId, [...new Set([id, id.toUpperCase(), id.toLowerCase()])]),
        ),
    from === null ? undefined : sql`${auditLog.at} >= ${startOfDay(from, timeZone)}`,
  ];
}

/** Returns the first day of a period, with the same rule as the list of orders. */
function firstDayOf(period: AuditPeriod | null, today: string): string | null {
  switch (period) {
    case null:
      return null;
    case "today":
      return today;
    case "week":
      return addDays(today, -7);
    case "month":
      return monthBefore(today);
  }
}
