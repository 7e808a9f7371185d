import { and, count, desc, eq, getTableColumns, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { mails } from "../mail/tables.ts";
import { newsletters } from "./tables.ts";
import { deleteNewsletterMails } from "../mail/mails.server.ts";
import type { ListedNewsletter, Newsletter, NewsletterProgress } from "./newsletter.ts";
import { addMs, DAY_MS } from "#lib/time.ts";

const { markdown, translations, ...listed } = getTableColumns(newsletters);
type ListedRow = Omit<typeof newsletters.$inferSelect, "markdown" | "translations">;

const LIST_MAX = 200;
const RETENTION_DAYS = 30;

/** Lists the most recently changed newsletters. */
export async function listNewsletters(db: Db): Promise<ListedNewsletter[]> {
  const rows = await db
    .select(listed)
    .from(newsletters)
    .orderBy(desc(newsletters.updatedAt), desc(newsletters.id))
    .limit(LIST_MAX);
  return addProgress(db, rows);
}

/** Returns a newsletter, or null. */
export async function findNewsletter(db: Db, id: number): Promise<Newsletter | null> {
  const rows = await db
    .select({ ...listed, markdown, translations })
    .from(newsletters)
    .where(eq(newsletters.id, id));
  const [newsletter] = await addProgress(db, rows);
  const [row] = rows;
  if (!newsletter || !row) return null;
  return { ...newsletter, markdown: row.markdown, translations: row.translations };
}

async function addProgress(db: Db, rows: readonly ListedRow[]): Promise<ListedNewsletter[]> {
  const unfinished = rows.filter(({ state }) => state === "sending" || state === "stopped");
  const ids = unfinished.map(({ id }) => id);
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

/** Counts the waiting or failed mails of each newsletter. Sent ones are too many to count. */
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

/** Deletes the mails of newsletters that were finished `RETENTION_DAYS` ago; their numbers remain. */
export async function deleteOldNewsletterMails(db: Db, now: Date): Promise<void> {
  const before = addMs(now, -RETENTION_DAYS * DAY_MS);
  while (await deleteNewsletterMails(db, before));
}
