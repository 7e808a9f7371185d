import { and, count, desc, eq, getTableColumns, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { mails } from "../mail/tables.ts";
import { newsletters } from "./tables.ts";
import { forgetNewsletterMails } from "../mail/mails.server.ts";
import type { ListedNewsletter, Newsletter, NewsletterProgress } from "./newsletter.ts";
import { addMs, DAY_MS } from "#lib/time.ts";

const { markdown, ...listed } = getTableColumns(newsletters);
type ListedRow = Omit<typeof newsletters.$inferSelect, "markdown">;

const LIST_MAX = 200;
const KEPT_DAYS = 30;

/** The newsletters that were changed last, newest first. */
export async function listNewsletters(db: Db): Promise<ListedNewsletter[]> {
  const rows = await db
    .select(listed)
    .from(newsletters)
    .orderBy(desc(newsletters.updatedAt), desc(newsletters.id))
    .limit(LIST_MAX);
  return present(db, rows);
}

/** One newsletter, or null. */
export async function findNewsletter(db: Db, id: number): Promise<Newsletter | null> {
  const rows = await db
    .select({ ...listed, markdown })
    .from(newsletters)
    .where(eq(newsletters.id, id));
  const [newsletter] = await present(db, rows);
  const [row] = rows;
  return newsletter && row ? { ...newsletter, markdown: row.markdown } : null;
}

async function present(db: Db, rows: readonly ListedRow[]): Promise<ListedNewsletter[]> {
  const underWay = rows.filter(({ state }) => state === "sending" || state === "stopped");
  const ids = underWay.map(({ id }) => id);
  const [waiting, failed] = await Promise.all([
    mailsOf(db, ids, "waiting"),
    mailsOf(db, ids, "failed"),
  ]);
  return rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    state: row.state,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    progress: progressOf(row, waiting.get(row.id) ?? 0, failed.get(row.id) ?? row.failed),
  }));
}

function progressOf(
  { recipients, queued }: ListedRow,
  waiting: number,
  failed: number,
): NewsletterProgress {
  return { recipients, waiting, failed, sent: queued - waiting - failed };
}

/** How many mails of each newsletter wait to be sent, or were given up. Of what was sent there may be 100,000. */
export async function mailsOf(
  db: Db,
  ids: readonly number[],
  what: "waiting" | "failed",
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: mails.newsletterId, count: count() })
    .from(mails)
    .where(
      and(
        inArray(mails.newsletterId, [...ids]),
        isNull(mails.sentAt),
        what === "failed" ? isNotNull(mails.failedAt) : isNull(mails.failedAt),
      ),
    )
    .groupBy(mails.newsletterId);
  return new Map(rows.map((row) => [row.id ?? 0, row.count]));
}

/** Forgets to whom newsletters went that were finished `KEPT_DAYS` ago; their figures stay. */
export async function forgetOldNewsletters(db: Db, now: Date): Promise<void> {
  const before = addMs(now, -KEPT_DAYS * DAY_MS);
  while (await forgetNewsletterMails(db, before));
}
